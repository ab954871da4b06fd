import { describe, expect, test } from "vitest";
import { mendLetters } from "~/format/text-encoding.server";
import { listaDeClientes } from "~/models/importacion/clientes.server";
import { readFilas, readHojas, viewColumnas, viewLetras } from "~/models/importacion/hojas.server";
import type { Contexto } from "~/models/importacion/lista.server";

const NOBODY: Contexto = {
  ...{ zona: "America/Mexico_City", ahora: new Date("2026-11-21T18:00Z") },
  ...{ empleados: [], servicios: [], pendientes: [], clientes: [], ocupadas: [], agendadas: [], named: new Set() },
  inactivos: { empleados: [], servicios: [] },
};

const hojasOf = (content: Buffer | string, respuestas: [string, string][] = []) =>
  readHojas([{ nombre: "lista.csv", bytes: Buffer.from(content) }], new Map([["h0_clase", "clientes"], ...respuestas]));

async function read(content: Buffer | string, ...respuestas: [string, string][]) {
  const hojas = await hojasOf(content, respuestas);
  const hoja = typeof hojas === "string" ? undefined : hojas[0];
  if (!hoja) throw new Error(String(hojas));
  const filas = readFilas(hoja, NOBODY, new Map(respuestas)).map(({ values, problems, ...fila }) => ({
    ...fila,
    values: values as Record<string, unknown> | null,
    problems: problems.map(({ sentence }) => sentence),
  }));
  return {
    columnas: viewColumnas(hoja),
    filas,
    letras: viewLetras(
      hoja,
      filas.map((fila) => ({ ...fila, problems: [] })),
    ),
  };
}

/** The rows of a file as clients, as they would be added. */
const clients = async (content: Buffer | string) =>
  (await read(content)).filas.flatMap(({ values, problems }) =>
    values && problems.length === 0
      ? [[values.nombre, values.telefono, values.correo].filter((value) => value !== null).join(" | ")]
      : [],
  );

describe("a heading", () => {
  test.each<[string | null, string[]]>([
    [
      "telefono",
      [
        ...["Teléfono", "TELEFONO ", "Teléfono móvil", "Tel. celular", "Tel:", "Cel.", "Celular (10 dígitos)", "No. de celular"],
        ...[
          "Número de teléfono",
          "Teléfono del cliente",
          "WhatsApp",
          "Whats App",
          "Phone 1 - Value",
          "Mobile Phone",
          "Primary Phone",
        ],
        ...["Phone Number", "Mobile number", "CellPhone", "Telephone", "Móvil", "Teléfono particular", "TelÃ©fono", "Telefone"],
      ],
    ],
    [
      "correo",
      ["Correo", "Correo electrónico", "Correo 1", "E-mail", "e_mail", "E-mail 1 - Value", "E-mail Address", "Email address"],
    ],
    ["correo", ["Dirección de correo electrónico", "HomeEmail", "Correo personal", "Mail"]],
    [
      "nombre",
      ["Nombre(s)", "Nombre del cliente", "Cliente", "Customer", "Client name", "Nombre completo", "Full Name", "Contact Name"],
    ],
    [
      "nombre",
      ["First Name", "Given Name", "Nombre de pila", "Middle Name", "Segundo nombre", "FirstName", "Nombre y apellidos"],
    ],
    ["apellidos", ["Apellidos", "Apellido paterno", "Segundo apellido", "Last Name", "Family Name", "Surname", "Apellido(s)"]],
    ["edad", ["Edad", "Age", "Edad (años)"]],
    ["ocupacion", ["Ocupación", "Occupation", "Job Title", "Profesión"]],
    ["estado_civil", ["Estado civil", "Edo. civil", "Marital status"]],
    ["enfermedades", ["Alergias", "¿Tiene alergias?", "Enfermedades o alergias", "Allergies", "Medical conditions"]],
    ["notas", ["Notas", "Notes", "Observaciones", "Comments", "Client Notes", "Notas del cliente", "Memo"]],
    [
      null,
      [
        ...["Phone 1 - Label", "Phone 1 - Type", "E-mail 1 - Type", "Phonetic First Name", "Name Prefix", "Nickname", "File As"],
        ...["Company Name", "Nombre de la empresa", "Nombre de la mascota", "Referred By Name", "Número de cliente", "Client ID"],
        ...[
          "Fecha de nacimiento",
          "Birthday",
          "Last Visit",
          "First Visit",
          "Estado",
          "Calle del trabajo",
          "Dirección",
          "Cliente desde",
        ],
        ...["Email Subscription Status", "Nombre mostrado de correo electrónico", "E-mail Display Name", "Assistant's Phone", ""],
      ],
    ],
  ])("means %s", (destino, headings) => {
    expect(headings.map((heading) => [heading, listaDeClientes.meaningOf(heading)?.destino ?? null])).toEqual(
      headings.map((heading) => [heading, destino]),
    );
  });
});

const GOOGLE_2024 =
  "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value";
const GOOGLE_OLD =
  "Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value";
const row = (header: string, cells: Record<string, string>, delimiter = ",") =>
  `${header}\n${header
    .split(delimiter)
    .map((name) => cells[name] ?? "")
    .join(delimiter)}\n`;

const PATY = "Paty Luna Ríos | +525543211014 | paty@ejemplo.mx";
const NO_EMAIL = "Paty Luna Ríos | +525543211014";

// The headings are those of the programs named, from the public pages and repositories beside them.
describe("a list from another program", () => {
  test.each<[string, string, string]>([
    // Google Contacts, the columns since 2024.
    [
      "Google Contacts",
      row(GOOGLE_2024, {
        ...{ "First Name": "Paty", "Last Name": "Luna Ríos", "E-mail 1 - Label": "* ", "E-mail 1 - Value": "paty@ejemplo.mx" },
        ...{ "Phone 1 - Label": "Mobile", "Phone 1 - Value": "+52 1 55 4321 1014", Labels: "* myContacts" },
      }),
      PATY,
    ],
    // The same: two values of one label are in one cell.
    [
      "Google Contacts with two numbers and two addresses",
      row(GOOGLE_2024, {
        ...{ "First Name": "Paty", "Middle Name": "Luna", "Last Name": "Ríos" },
        ...{ "E-mail 1 - Value": "paty@ejemplo.mx ::: otra@ejemplo.mx", "Phone 1 - Value": "55 4321 1014 ::: 55 4321 9999" },
      }),
      PATY,
    ],
    // Google Contacts before 2024 (malbuquerque/produto, issue 59).
    [
      "the older Google Contacts",
      row(GOOGLE_OLD, {
        ...{ Name: "Paty Luna Ríos", "Given Name": "Paty", "Family Name": "Luna Ríos" },
        ...{
          "E-mail 1 - Type": "* ",
          "E-mail 1 - Value": "paty@ejemplo.mx",
          "Phone 1 - Type": "Mobile",
          "Phone 1 - Value": "5543211014",
        },
      }),
      PATY,
    ],
    // Outlook, English: the columns that Microsoft's help page on importing contacts lists.
    [
      "Outlook",
      "First Name,Middle Name,Last Name,Company,Job Title,Business Phone,Home Phone,Mobile Phone,Other Phone,Primary Phone,E-mail Address,E-mail Type,E-mail Display Name,Notes,Birthday\nPaty,,Luna Ríos,,,55 1111 2222,,55 4321 1014,,,paty@ejemplo.mx,SMTP,Paty Luna (paty@ejemplo.mx),,0/0/00\n",
      PATY,
    ],
    // Outlook, Spanish: the same in the words of its Spanish version.
    [
      "Outlook in Spanish",
      '"Tratamiento","Nombre","Segundo nombre","Apellidos","Sufijo","Organización","Puesto","Fax del trabajo","Teléfono del trabajo","Teléfono particular","Móvil","Dirección de correo electrónico","Nombre mostrado de correo electrónico","Notas"\n"Sra.","Paty","","Luna Ríos","","","","","55 1111 2222","","55 4321 1014","paty@ejemplo.mx","Paty",""\n',
      PATY,
    ],
    // alamode, "Importing CSV files": names without blanks, as of several address books.
    [
      "headings written together",
      "FirstName,LastName,MiddleName,HomeEmail,HomePhone,CellPhone,BirthDate\nPaty,Luna Ríos,,paty@ejemplo.mx,,5543211014,\n",
      PATY,
    ],
    // Fresha's export_customer_list.csv (dariolr/Agenda_Project, migrations/fromfresha).
    [
      "Fresha",
      "Client ID,First Name,Last Name,Email,Mobile Number,Telephone,Gender,Date of Birth,City,Note,Blocked,Added\n881,Paty,Luna Ríos,paty@ejemplo.mx,52 5543211014,,Female,,CDMX,,No,2024-02-01\n",
      PATY,
    ],
    // Square's export of its directory (its help page "Import customers online").
    [
      "Square",
      "Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,City,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Email Subscription Status\n,Paty,Luna Ríos,paty@ejemplo.mx,'+525543211014,,,,,,,ABC9,Directory,2024-01-02,2024-05-06,unknown\n",
      PATY,
    ],
    // Acuity (Squarespace Scheduling), its export of clients.
    [
      "Acuity",
      "First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment\nPaty,Luna Ríos,'+525543211014,paty@ejemplo.mx,,31\n",
      PATY,
    ],
    // kb.nowbookit.com, "Import customer guide".
    [
      "NowBookIt",
      "First Name,Last Name,Phone,Additional Phone,Email,Street Address,Suburb,Postcode,BirthdayDate,Subscribed\nPaty,Luna Ríos,,5543211014,paty@ejemplo.mx,,,,,1\n",
      PATY,
    ],
    // support.schedulista.com, "Importing and exporting clients".
    ["Schedulista", "first name,last name,email,phone\nPaty,Luna Ríos,paty@ejemplo.mx,(55) 4321-1014\n", PATY],
    ["Schedulista with whole names", "Full name,email,phone\nPaty Luna Ríos,paty@ejemplo.mx,5543211014\n", PATY],
    // resos.com, "How to import customers".
    [
      "resOS",
      "Name,Email,Phone,Tags,Address 1,Postal / zip code,Note,Created at\nPaty Luna Ríos,paty@ejemplo.mx,5543211014,vip,,,,2024-01-01T10:00:00\n",
      PATY,
    ],
    // support.mercately.com, "Importar clientes".
    ["Mercately", "First Name,Last Name,Email,Phone,Tags,Agent\nPaty,Luna Ríos,paty@ejemplo.mx,525543211014,,\n", PATY],
    // help.remonline.app, "Cómo importar contactos": several numbers, separated by commas.
    [
      "RemOnline",
      'ID de contacto,Nombre,Apellidos,Teléfono,Dirección,Email,Persona jurídica\n1,Paty,Luna Ríos,"55 4321 1014, 55 4321 9999",,paty@ejemplo.mx,No\n',
      PATY,
    ],
    // help.owner.com, "Cómo importo una lista de clientes".
    [
      "Owner",
      "Nombre,Apellido,Dirección de correo electrónico,Número de teléfono\nPaty,Luna Ríos,paty@ejemplo.mx,5543211014\n",
      PATY,
    ],
    // A salon's own program (Shashankphatkure/salonstest, CSV_IMPORT_EXPORT_GUIDE.md).
    [
      "a salon's program",
      "Name,Phone,Birth Date,Gender,Membership Type,Total Spent,Visits\nPaty Luna Ríos,5543211014,1990-01-15,Female,Gold,15000,12\n",
      NO_EMAIL,
    ],
    // ayuda.ninox.com.ar, "Importar clientes desde Excel".
    [
      "Ninox",
      "Nombre;Teléfono;CUIT;Email;Condición frente al IVA;Dirección\nPaty Luna Ríos;55 4321 1014;;paty@ejemplo.mx;;\n",
      PATY,
    ],
    // Lists that salons keep themselves.
    [
      "a sheet with two surnames",
      "No.;Nombre (s);Apellido Paterno;Apellido Materno;Tel. celular;Correo 1\n1;Paty;Luna;Ríos;55-4321-1014;paty@ejemplo.mx\n",
      PATY,
    ],
    ["a sheet in capitals", "CLIENTA\tWHATSAPP\tCORREO ELECTRÓNICO\nPaty Luna Ríos\t+52 (55) 4321 1014\tpaty@ejemplo.mx\n", PATY],
    [
      "a sheet of a till",
      "Nombre del cliente|Teléfono de casa|Teléfono móvil|E-mail\nPaty Luna Ríos|55 1111 2222|5543211014|paty@ejemplo.mx\n",
      PATY,
    ],
    ["a heading between tabs and blanks", " Cliente :, Cel. \nPaty Luna Ríos,5543211014\n", NO_EMAIL],
    ["a list of names alone", "Clientas\nPaty Luna Ríos\n", "Paty Luna Ríos"],
  ])("is read: %s", async (_, content, expected) => expect(await clients(content)).toEqual([expected]));

  test("lists the columns that it does not bring, and asks for notes that have something", async () => {
    const { columnas } = await read("Nombre,Mascota,Observaciones,Comentarios\nPaty,Michi,Alérgica al látex,\nEva,,Lentes,\n");
    expect(columnas).toEqual([
      expect.objectContaining({ titulo: "Nombre", destino: "nombre" }),
      expect.objectContaining({ titulo: "Mascota", destino: "nada", isAsked: false, llenas: 1, muestra: "Michi" }),
      expect.objectContaining({ titulo: "Observaciones", destino: null, isAsked: true, llenas: 2, muestra: "Alérgica al látex" }),
    ]);
  });

  test("brings a column where the person says, and joins notes that go to one field", async () => {
    const content = "Nombre,Alergias,Observaciones,Apodo\nPaty,Látex,Usa lentes,Pato\n";
    const chosen = await read(content, ["h0_c2", "enfermedades"], ["h0_c3", "nada"]);
    expect(chosen.filas[0]?.values).toMatchObject({ enfermedades: "Látex\nUsa lentes" });
    expect((await read(content)).filas[0]?.values).toMatchObject({ enfermedades: "Látex", alerta: null });
  });
});

describe("the shape of a list", () => {
  const NAMES = ["José Muñoz | +525543211002", "Íñigo Peña | +525543211003"];
  const text = (delimiter: string, end = "\r\n") =>
    [`Nombre`, "José Muñoz", "Íñigo Peña"]
      .map((name, index) => `${name}${delimiter}${index === 0 ? "Teléfono" : `554321100${index + 1}`}`)
      .join(end);
  const withoutBom = (content: Buffer) => content.subarray(2);
  const bigEndian = (content: string) => Buffer.from(content, "utf16le").swap16();
  /** Text in an encoding of one byte a letter. */
  const bytes = (content: string, letters: string, codes: number[]) =>
    Buffer.from(Array.from(content, (sign) => codes[letters.indexOf(sign)] ?? sign.charCodeAt(0)));
  const LETTERS = "éñÍ";
  const mac = (content: string) => bytes(content, LETTERS, [0x8e, 0x96, 0xea]);
  const dos = (content: string) => bytes(content, LETTERS, [0x82, 0xa4, 0xd6]);

  test.each<[string, Buffer | string]>([
    ["UTF-8", text(",")],
    ["UTF-8 with a byte order mark and semicolons", `\ufeff${text(";")}`],
    ["Excel's Unicode text: UTF-16 and tabs", Buffer.from(`\ufeff${text("\t")}`, "utf16le")],
    ["UTF-16, big-endian", bigEndian(`\ufeff${text(",")}`)],
    ["UTF-16 without a mark", withoutBom(Buffer.from(`\ufeff${text(",")}`, "utf16le"))],
    ["Windows-1252 of Excel in Mexico", Buffer.from(text(";"), "latin1")],
    // brianmario/charlock_holmes, issue 98: taken for Windows-1252 by a detector.
    ["Mac Roman of Excel for Mac", mac(text(","))],
    ["Mac Roman with CR line ends", mac(text(",", "\r"))],
    ["code page 850 of a DOS program", dos(text(";"))],
    ["bars", text("|")],
    ["a line for Excel's delimiter", `sep=;\r\n${text(";")}`],
    ["a quoted line for the delimiter", `"sep=|"\n${text("|")}`],
    ["a title and a blank row above", `Clientes del salón;\r\n\r\n${text(";")}`],
    [
      "a title, a date and an address above",
      `Estudio Susa,\r\n"Av. Juárez 5, Centro",\r\nFecha: 12/11/2026,\r\n\r\n${text(",")}`,
    ],
    ["a title that is a heading too", `Clientes;\r\n${text(";")}`],
    ["decimal commas under semicolons", `Nombre;Teléfono;Saldo\nJosé Muñoz;5543211002;1,50\nÍñigo Peña;5543211003;2,25\n`],
    [
      "names with commas in their cell",
      `Nombre;Teléfono;Dirección\nJosé Muñoz;5543211002;"Juárez 5, Centro, CDMX"\nÍñigo Peña;5543211003;\n`,
    ],
    ["the headings again on a second page", `${text(",")}\r\nNombre,Teléfono\r\n`],
    ["blank rows between", text(",", "\r\n,\r\n\r\n")],
    // Automattic/camptix, issue 136, and frdmn/rocketchat-export-userlist, issue 2.
    ["UTF-8 that Windows broke", Buffer.from(Buffer.from(text(",")).toString("latin1"))],
  ])("is read with %s", async (_, content) => expect(await clients(content)).toEqual(NAMES));

  test("shows how its letters were read, with names that have accents, and the other ways where that is a guess", async () => {
    expect((await read(text(","))).letras).toEqual({
      como: "utf",
      nombres: ["José Muñoz", "Íñigo Peña"],
      otras: [],
    });
    expect((await read(mac(text(",")))).letras).toMatchObject({
      como: "mac",
      nombres: ["José Muñoz", "Íñigo Peña"],
      otras: [
        { como: "windows", nombres: ["JosŽ Mu–oz", "êñigo Pe–a".replace("ñ", "–")] },
        { como: "mac", nombres: ["José Muñoz", "Íñigo Peña"] },
        { como: "dos" },
      ],
    });
    expect((await read(mac(text(",")), ["h0_letras", "windows"])).filas[0]?.nombre).toBe("JosŽ Mu–oz");
  });

  test.each([
    ["JOSÉ MUÑOZ", "latin1"],
    ["María Ángeles Óscar", "latin1"],
    ["François Zoë Müller", "latin1"],
    ["Ana – Luz “Lucha” Peña", "latin1"],
  ] as const)("is read as Windows-1252 with %s", async (name, encoding) => {
    const signs: Record<string, string> = { "–": "\x96", "“": "\x93", "”": "\x94" };
    const content = Buffer.from(`Nombre\n${name.replace(/[–“”]/g, (sign) => signs[sign] ?? sign)}\n`, encoding);
    expect(await clients(content)).toEqual([name]);
  });

  test.each([
    ["JosÃ© MuÃ±oz", "José Muñoz"],
    ["JosÃƒÂ©", "José"],
    ["Jos√© Mu√±oz", "José Muñoz"],
    ["Dâ€™Angelo", "D’Angelo"],
    ["Íñigo Peña", "Íñigo Peña"],
    ["Ânia São João", "Ânia São João"],
    ["Mu�oz", "Mu�oz"],
  ])("mends %s to %s", (broken, mended) => expect(mendLetters(broken)).toBe(mended));

  test("says which names came broken and which lost a letter", async () => {
    const { filas } = await read("Nombre\nJosÃ© Paz\nMu�oz\nMu?oz\n¿Eva?\n");
    expect(filas.map(({ nombre, avisos }) => [nombre, avisos.join(" ").slice(0, 46)])).toEqual([
      ["José Paz", "Venía con letras rotas, «JosÃ© Paz»: lo arregl"],
      ["Mu�oz", "Al nombre le falta una letra que se perdió al "],
      ["Mu?oz", "Al nombre le falta una letra que se perdió al "],
      ["¿Eva?", ""],
    ]);
  });
});

describe("a row that is no client", () => {
  test.each([
    ["Total: 35", "Es un total."],
    ["TOTAL DE CLIENTAS,35", "Es un total."],
    ["Subtotal,,12", "Es un total."],
    ["35 clientas", "Es un total."],
    ["Page 1 of 3", "Es el número de la página."],
    ["Página 2", "Es el número de la página."],
    ["-----,-----", "Solo tiene rayas o signos."],
    ["########,########", "Solo tiene rayas o signos."],
    ["Generado el 12/11/2026", "Dice cuándo se hizo el archivo."],
    ["NOMBRE,TELÉFONO", "Son los títulos otra vez."],
  ])("is left out and said: %s", async (line, reason) => {
    const [, fila] = (await read(`Nombre,Teléfono,Correo\nEva,5543211002,\n${line}\n`)).filas;
    expect([fila?.values, fila?.isNadie]).toEqual([null, reason]);
  });

  test.each(["Paz Total", "Fecha Luna", "Ana,,", "Hoja de Té,5543211002", "Clienta Frecuente"])("is not %s", async (line) =>
    expect((await read(`Nombre,Teléfono,Correo\n${line}\n`)).filas[0]?.isNadie).toBeNull(),
  );
});

describe("a telephone as a sheet leaves it", () => {
  const reading = async (cells: string) => (await read(`Nombre,Teléfono,Teléfono 2\nEva,${cells}\n`)).filas[0];

  test.each([
    "########",
    "-",
    "--",
    "N/A",
    "#N/A",
    "n/a",
    "sin tel",
    "no tiene",
    "0",
    "xxx",
    "s/n",
    "0000000000",
    "9999999999",
    "?",
  ])("is empty and said: %s", async (text) => {
    expect(await reading(text)).toMatchObject({ values: { telefono: null }, problems: [] });
    expect((await reading(text))?.avisos).toEqual([`Teléfono: decía «${text}», que no es un número. Se deja vacío.`]);
  });

  test.each([
    ["5.543212001E+9", "+525543212001"],
    ["'5543212001", "+525543212001"],
    [",5543212001", "+525543212001"],
    ["-,5543212001", "+525543212001"],
    ["5.54E+9,5543212001", "+525543212001"],
    ["55 4321 2001 / 55 4321 2002", "+525543212001"],
  ])("is read from %s", async (cells, telefono) =>
    expect(await reading(cells)).toMatchObject({ values: { telefono }, problems: [] }),
  );

  test.each(["5.24412E+11", '"5,24412E+11"', "5.54E+09"])("that was cut is said, with what to do: %s", async (text) => {
    const seen = text.replaceAll('"', "");
    expect(await reading(text)).toMatchObject({
      values: { telefono: null },
      problems: [
        `Teléfono: tu hoja de cálculo lo recortó (${seen}). Da formato de texto a la columna, escríbelo completo y vuelve a subir el archivo.`,
      ],
    });
  });

  test("that is too short is kept and said", async () => {
    expect(await reading("24455")).toMatchObject({
      values: { telefono: "24455" },
      problems: [],
      avisos: ["Teléfono: «24455» no está completo, son 10 dígitos. Se guarda así; corrígelo en su ficha."],
    });
  });

  test.each(["sin correo", "N/A", "-", "no tiene"])("is like an e-mail of nothing: %s", async (text) => {
    const [fila] = (await read(`Nombre,Correo\nEva,${text}\n`)).filas;
    expect([fila?.values?.correo, fila?.avisos]).toEqual([null, [`Correo: decía «${text}». Se deja vacío.`]]);
  });

  test.each([
    ["34.0", 34],
    ["34 años", 34],
    ["34", 34],
  ])("has an age beside it: %s", async (text, edad) =>
    expect((await read(`Nombre,Edad\nEva,${text}\n`)).filas[0]?.values?.edad).toBe(edad),
  );
});

describe("a file that is no list", () => {
  const zip = (name: string) => Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(26), Buffer.from(name)]);
  test.each<[string, Buffer | string, RegExp]>([
    ["an .xlsb", zip("[Content_Types].xml xl/workbook.bin"), /libro binario de Excel.*Guardar como.*Libro de Excel/],
    ["an .xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), /libro de Excel de los de antes.*Guardar como/],
    ["an .ods", zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), /LibreOffice.*Guardar como.*xlsx/],
    ["a .numbers", zip("Index/Document.iwa"), /Numbers.*Exportar a › Excel/],
    ["a .docx", zip("word/document.xml"), /documento de texto.*hoja de cálculo/],
    ["a .zip", zip("clientes.csv"), /ZIP.*Descomprímelo/],
    [
      "a .vcf",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Eva\r\nEND:VCARD\r\n",
      /contactos del teléfono.*Contactos de Google.*CSV de Google/,
    ],
    ["a .vcf in UTF-16", Buffer.from("\ufeffBEGIN:VCARD\r\n", "utf16le"), /contactos del teléfono/],
    ["a calendar", "BEGIN:VCALENDAR\r\n", /calendario/],
    ["a .pdf", "%PDF-1.7\n", /PDF.*reporte en Excel o en CSV/],
    [
      "a web page named .xls",
      '\ufeff<html xmlns:o="x"><table><tr><td>Nombre</td></tr></table>',
      /página web guardada.*Guardar como/,
    ],
    ["a sheet in XML", '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', /página web guardada/],
    ["a photograph", Buffer.from("ffd8ffe000104a464946", "hex"), /una foto/],
    ["a screenshot", Buffer.from("89504e470d0a1a0a", "hex"), /una foto/],
    ["a photograph of an iPhone", Buffer.from("\0\0\0\x18ftypheic", "latin1"), /una foto/],
    ["JSON", '[{"nombre": "Eva"}]\n', /JSON/],
    ["rich text", "{\\rtf1\\ansi Nombre}", /documento de texto/],
  ])("is told how to become one: %s", async (_, content, sentence) => {
    expect(await hojasOf(content)).toMatch(sentence);
  });

  test.each<[string, RegExp]>([
    ["Eva Paz,5543211002\nAna,5543211003\n", /la primera fila \(«Eva Paz», «5543211002»\) ya trae datos/],
    ["Persona,Tel\nEva,5543211002\n", /«Nombre»\. Arriba dice «Persona», «Tel»\./],
    ["Nombre,Teléfono\n", /solo la fila de los títulos/],
    [" \n;;\n", /está vacío/],
  ])("is not guessed: %j", async (content, sentence) => expect(await hojasOf(content)).toMatch(sentence));
});
