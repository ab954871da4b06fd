/** What of the studio is filled in where a notice has it in braces. */
export const LUGARES_DEL_AVISO = ["nombre", "direccion", "telefono"];

export const MAX_AVISO_LENGTH = 12_000;

/**
 * The privacy notice until the owner writes her own, with what the federal law of 20 March 2025 on personal data held by private
 * parties asks of it: who is responsible and where, which data and which of them are sensitive, what for and what of that needs her
 * consent, who else gets them, how she limits their use and exercises her rights, and how she learns of changes. Paragraphs are
 * separated by a blank line; one without a full stop at its end is a heading.
 */
export const AVISO_DE_PRIVACIDAD = `{nombre}, con domicilio en {direccion}, es responsable de tus datos personales. Aquí te contamos cuáles te pedimos, para qué los usamos y cómo decides sobre ellos.

Qué datos te pedimos

Para apartarte una cita te pedimos tu nombre y tu teléfono. Cuando vienes al estudio también pueden ser tu correo, tu edad, tu ocupación y tu estado civil. Además guardamos tus citas, los servicios que te hicimos y lo que pagaste.

Datos sensibles

Hay servicios que no van bien con algunos padecimientos, alergias o medicinas, y por eso te preguntamos por tu salud antes de atenderte. Esos datos son sensibles: te los pedimos en el estudio, con tu consentimiento expreso y por escrito, los guardamos cifrados y los ve solo quien los necesita para atenderte.

Para qué los usamos

Los necesitamos para apartar, confirmar, cambiar y recordarte tus citas; para atenderte sin riesgos; para cobrarte, y para cumplir con las obligaciones que nos pone la ley.

Si tú quieres, también los usamos para invitarte a volver, avisarte de horarios libres y pedirte tu opinión. Esto no hace falta para atenderte: si prefieres no recibir esos mensajes, dínoslo en cualquier momento y dejamos de mandártelos.

A quién se los damos

No vendemos ni prestamos tus datos. Los entregamos solo a las autoridades que tengan derecho a pedirlos. Las empresas que guardan nuestra información lo hacen por encargo nuestro y no pueden usarla para nada más. Si nos escribes o te escribimos por WhatsApp, ese servicio tiene su propio aviso de privacidad.

Cómo decides sobre tus datos

Puedes pedirnos ver los datos que tenemos de ti, corregirlos, borrarlos o dejar de usarlos: son tus derechos de acceso, rectificación, cancelación y oposición. También puedes retirar tu consentimiento, o limitar para qué los usamos.

Para hacerlo, llámanos o escríbenos al {telefono}, o pídelo en el estudio. Dinos tu nombre, por dónde te contestamos, de qué datos se trata y qué quieres que hagamos, y muéstranos una identificación. Te contestamos en 20 días hábiles o menos y, si procede, lo hacemos en los 15 días hábiles siguientes. No tiene costo.

Si crees que no atendimos bien tu solicitud, puedes acudir a la Secretaría Anticorrupción y Buen Gobierno.

Este sitio

Estas páginas no usan cookies ni le avisan a nadie más que las visitaste. Si pides una cita en línea, guardamos por un par de días una huella cifrada de tu teléfono y de tu conexión, solo para que nadie llene la agenda con solicitudes falsas.

Cambios a este aviso

Si lo cambiamos, la versión nueva estará en esta misma página.`;
