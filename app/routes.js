// Every URL and the file in app/routes/ behind it, nested as the pages nest. An entry is `"path": "file"` or
// `"path": ["file", { children }]`; the path "" is a layout without a URL, "/" is the index of its layout.
// remix.config.js reads this table; tests/routes/route-table.test.ts compares it with the files.

const eliminar = "admin/delete.tsx";
const cobro = "admin/ventas/charge.tsx";
const english = "admin/english-shortcuts.tsx";
const ausencia = {
  ":ausencia": "admin/ausencias/editor.tsx",
  ":ausencia/eliminar": eliminar,
};
const citasDeAusencia = "admin/citas/absence.tsx";
const pago = "admin/citas/payment.tsx";
const icon = "files/icon.tsx";
const moved = "files/moved.tsx";

export default {
  "": [
    "public/layout.tsx",
    {
      "/": "public/home.tsx",
      about: "public/about.tsx",
      gallery: "public/gallery.tsx",
      precios: "public/prices.tsx",
      "servicio/:serviceId": "public/service.tsx",
      "aviso-de-privacidad": "public/privacy.tsx",
      // Booking at the hour of a code, and the link of an appointment for its client; outside routes/public/, so that neither is kept.
      "reservar/:codigo": "client/book.tsx",
      "cita/:secreto": "client/appointment.tsx",
      "cita/:secreto/cambiar": "client/change.tsx",
      "*": "public/not-found.tsx",
    },
  ],

  auth: "account/sign-in.tsx",
  "auth/espera": "account/waiting.tsx",
  "auth/acceso/:secreto": "account/access-link.tsx",
  dashboard: "account/dashboard.tsx",
  salir: "account/sign-out.tsx",

  "robots.txt": "files/robots.tsx",
  "sitemap.xml": "files/sitemap.tsx",
  "apariencia.css": "files/stylesheet.tsx",
  "manifest.webmanifest": "files/manifest.tsx",
  "icono.svg": "files/icon-svg.tsx",
  "icono-180.png": icon,
  "icono-192.png": icon,
  "icono-512.png": icon,
  "icono-recortable.png": icon,
  "compartir.jpg": "files/shared-picture.tsx",
  "favicon.ico": moved,
  "icons/:archivo": moved,
  "art/og.png": moved,
  "calendario/:archivo": "files/calendar.tsx",
  "cita/:secreto/cita.ics": "client/calendar-entry.tsx",

  admin: [
    "admin/layout.tsx",
    {
      "/": "admin/panel/dashboard.tsx",
      barra: "admin/sidebar.tsx",
      "*": "admin/not-found.tsx",

      // The specification's English paths.
      employees: english,
      inventory: english,
      providers: english,
      services: english,
      "service-images": english,
      testimonials: english,

      citas: [
        "admin/citas/list.tsx",
        {
          nueva: "admin/citas/nueva.tsx",
          ":id": "admin/citas/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "citas/recordatorios": "admin/citas/reminders.tsx",
      "citas/solicitudes": "admin/citas/requests.tsx",
      "citas/por-volver": "admin/citas/due-back.tsx",
      "citas/espera": [
        "admin/citas/espera/list.tsx",
        {
          nueva: "admin/citas/espera/note.tsx",
          ":id": "admin/citas/espera/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "citas/:id/detalle": "admin/citas/detail.tsx",
      "citas/:id/estado": "admin/citas/status.tsx",
      "citas/:id/solicitud": "admin/citas/answer-request.tsx",
      "citas/:id/completar": cobro,
      "citas/:id/mover": "admin/citas/move.tsx",
      "citas/:id/reabrir": "admin/citas/reopen.tsx",
      "citas/:id/notas": "admin/citas/notes.tsx",
      "citas/:id/whatsapp/:tipo": "admin/citas/whatsapp.tsx",
      "citas/:id/devolver": "admin/citas/give-back.tsx",
      "citas/:id/anticipos/:ingreso/devolver": pago,
      "citas/:id/anticipos/:ingreso/usar": pago,
      "citas/:id/anticipos/:ingreso/conservar": pago,
      "citas/:id/devoluciones/:ingreso/cancelar": pago,

      "ventas/nueva": cobro,
      "ventas/por-cobrar": "admin/ventas/debts.tsx",
      "ventas/:venta/cobrar": cobro,
      "ventas/:id": "admin/ventas/nota.tsx",
      "ventas/:id/regresar/:linea": "admin/ventas/return.tsx",

      clientes: [
        "admin/clientes/list.tsx",
        {
          ":id": "admin/clientes/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "clientes/:id/ficha": "admin/clientes/record.tsx",
      "clientes/:id/notas": "admin/clientes/reveal-notes.tsx",
      "clientes/:id/fusionar": "admin/clientes/merge.tsx",
      "clientes/importar": "admin/hojas/old-address.tsx",
      "clientes.csv": "admin/clientes/csv.tsx",

      traer: "admin/hojas/bring.tsx",
      "traer/:id": "admin/hojas/preview.tsx",
      "traer/:id/deshacer": "admin/hojas/undo.tsx",
      "traer/plantilla/:clase": "admin/hojas/template.tsx",

      servicios: [
        "admin/servicios/list.tsx",
        {
          ":id": "admin/servicios/editor.tsx",
          ":id/eliminar": eliminar,
          "quien-lo-hace": "admin/servicios/who-does-what.tsx",
          ":id/activo": "admin/servicios/active.tsx",
          ":original/copiar": "admin/servicios/editor.tsx",
        },
      ],

      "servicios/precios": ["admin/servicios/change-prices.tsx", { ":id/eliminar": eliminar }],

      empleados: [
        "admin/empleados/list.tsx",
        {
          ":id": "admin/empleados/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "empleados/:id/foto": "admin/empleados/photo.tsx",
      "empleados/:id/horario": [
        "admin/empleados/schedule.tsx",
        {
          semana: "admin/empleados/schedule-week.tsx",
          ...ausencia,
        },
      ],
      "empleados/:id/horario/:ausencia/citas": citasDeAusencia,

      inventario: [
        "admin/inventario/list.tsx",
        {
          ":id": "admin/inventario/editor.tsx",
          ":id/eliminar": eliminar,
          ":id/movimiento": "admin/inventario/movement.tsx",
        },
      ],

      proveedores: [
        "admin/proveedores/list.tsx",
        {
          ":id": "admin/proveedores/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],

      testimonios: [
        "admin/testimonios/list.tsx",
        {
          ":id": "admin/testimonios/editor.tsx",
          ":id/eliminar": eliminar,
          ":id/visible": "admin/testimonios/visible.tsx",
        },
      ],

      galeria: [
        "admin/galeria/list.tsx",
        {
          nueva: "admin/galeria/upload.tsx",
          varias: "admin/galeria/upload-many.tsx",
          ":id": "admin/galeria/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "galeria/por-acomodar": "admin/galeria/place.tsx",

      ingresos: [
        "admin/ingresos/list.tsx",
        {
          ":id": "admin/ingresos/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "ingresos.csv": "admin/ingresos/csv.tsx",

      egresos: [
        "admin/egresos/list.tsx",
        {
          ":id": "admin/egresos/editor.tsx",
          ":id/eliminar": eliminar,
        },
      ],
      "egresos.csv": "admin/egresos/csv.tsx",

      caja: "admin/caja/till.tsx",
      "caja/corte": "admin/caja/cut.tsx",
      "caja/cortes/:id": "admin/caja/cut-detail.tsx",
      comisiones: "admin/comisiones/list.tsx",
      "comisiones/:empleado": "admin/comisiones/sheet.tsx",

      reportes: "admin/reportes/report.tsx",
      "reportes/cuadre": "admin/reportes/reconciliation.tsx",
      "reportes.csv": "admin/reportes/csv.tsx",

      configuracion: "admin/configuracion/sections.tsx",
      "configuracion/general": "admin/configuracion/general.tsx",
      "configuracion/apariencia": "admin/configuracion/appearance/screen.tsx",
      "configuracion/apariencia/:imagen": "admin/configuracion/appearance/image.tsx",
      "configuracion/apariencia/retrato/visible": "admin/configuracion/appearance/portrait.tsx",
      "configuracion/citas-en-linea": "admin/configuracion/online-booking.tsx",
      "configuracion/beneficios": "admin/configuracion/benefits.tsx",
      "configuracion/textos": "admin/configuracion/site/texts.tsx",
      "configuracion/categorias": "admin/configuracion/site/categories.tsx",
      "configuracion/dias-cerrados": ["admin/configuracion/closed-days.tsx", ausencia],
      "configuracion/dias-cerrados/:ausencia/citas": citasDeAusencia,
      "configuracion/notificaciones": [
        "admin/configuracion/messages.tsx",
        {
          enlace: "admin/configuracion/client-link.tsx",
          ":tipo": "admin/configuracion/messages-editor.tsx",
        },
      ],
      "configuracion/papelera": [
        "admin/papelera/list.tsx",
        {
          ":id/eliminar": "admin/papelera/delete.tsx",
        },
      ],
      "papelera/:id/deshacer": "admin/papelera/undo.tsx",
      "configuracion/integracion": "admin/configuracion/integration.tsx",
      "configuracion/integracion/calendarios/:empleado": "admin/configuracion/integration-calendar.tsx",
      "configuracion/seguridad": "admin/configuracion/security/screen.tsx",
      "configuracion/seguridad/ceder": "admin/configuracion/security/hand-over.tsx",
      "configuracion/seguridad/cuentas/:id": "admin/configuracion/security/account.tsx",
      "configuracion/seguridad/contrasena": "admin/configuracion/security/password.tsx",
      "configuracion/seguridad/sesiones/:sesion": "admin/configuracion/security/session.tsx",
      "cuentas/:id/estado": "admin/configuracion/security/account-state.tsx",
      "cuentas/:id/acceso": "admin/configuracion/security/access-link.tsx",
      "configuracion/instalacion": "admin/configuracion/installation/screen.tsx",
      "configuracion/instalacion/probar": "admin/configuracion/installation/probe.tsx",
      "configuracion/base-de-datos": "admin/configuracion/database.tsx",
      "configuracion/exportar": "admin/configuracion/export.tsx",
      "configuracion/bitacora": "admin/configuracion/log/list.tsx",
      "configuracion/bitacora.csv": "admin/configuracion/log/csv.tsx",
      "configuracion/bitacora/revisada": "admin/configuracion/log/seen.tsx",
    },
  ],
};
