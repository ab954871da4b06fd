// Limits: sizes, counts and lifetimes that the server and the application share, or that one may want to change. The timeouts of
// the database are in app/database/timeouts.server.ts.

export const MB = 1024 * 1024;

/** Lengths of time in milliseconds. A day of 24 hours: a calendar day can be an hour longer or shorter. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Any request without files; far more than the largest form needs. */
export const MAX_BODY_BYTES = MB;

/** Photographs of one upload, and the size of each. */
export const MAX_PHOTOS = 20;
export const MAX_PHOTO_MB = 15;
export const MAX_PHOTO_PIXELS = 50_000_000;

/** The spreadsheets of one import: how many files, how large together, and the rows of each sheet. */
export const MAX_IMPORT_FILES = 10;
export const MAX_IMPORT_MB = 2;
export const MAX_IMPORT_ROWS = 5000;
/** A year with a sheet for each week. */
export const MAX_IMPORT_SHEETS = 60;

/** How long the file is kept between its preview and its import; the page says "una hora". */
export const IMPORT_LIFETIME_MS = HOUR_MS;

/** Characters of one of a client's health notes. */
export const MAX_NOTE_LENGTH = 2000;

/** Characters of a client's alert: it stands beside her name wherever she has an appointment. */
export const MAX_ALERTA_LENGTH = 40;

/** How long a client's health notes stay open on her page. */
export const NOTES_OPEN_MS = 15 * MINUTE_MS;

/** Check boxes with one name. */
export const MAX_TICKS = 500;
/** Supplies of a service. */
export const MAX_INSUMOS = 50;

/** The largest stock of one item, and for how many services a piece of it may last. */
export const MAX_CANTIDAD = 1_000_000;
export const MAX_RINDE = 9_999;

/** Tries to book any free specialist while others book them too; each failed try means that one of them was taken. */
export const MAX_PLACEMENT_TRIES = 20;

/** Rows of a page of a list; appointments have fewer, because each card has eight actions. */
export const PAGE_SIZE = 50;
export const CITAS_PER_PAGE = 16;
export const VISITS_PER_PAGE = 10;

/** Rows of lists without pages: the newest stock movements, and a table of a report (its CSV file has all rows). */
export const MAX_MOVIMIENTOS = 50;
export const MAX_REPORT_ROWS = 100;

/** A session ends when it was not used for this long, and at the latest this long after signing in. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_MAX_AGE_MS = 7 * DAY_MS;

/** Sessions of one account: more than the telephones and computers of one person. */
export const MAX_SESSIONS_PER_ACCOUNT = 20;

/** How long its row and its cookie are kept: a form sent on an expired session is still saved for its account. */
export const SESSION_ROW_LIFETIME_MS = SESSION_MAX_AGE_MS + DAY_MS;

/** How long the browser remembers the width of the sidebar. */
export const SIDEBAR_COOKIE_MS = 7 * DAY_MS;

/** A form sent after its session had expired: how long it is kept, and the size of its fields before they are encrypted. */
export const PENDING_SUBMISSION_MS = 30 * MINUTE_MS;
export const MAX_PENDING_BYTES = 64 * 1024;

/** Characters of a search of the public price list. */
export const MAX_SEARCH_LENGTH = 60;

/** The nightly backup: how often a server asks whether it is time, and from what age of the last one the log warns. */
export const BACKUP_CHECK_MS = 5 * MINUTE_MS;
export const BACKUP_OLD_MS = 36 * HOUR_MS;

/** How long a deleted record can be brought back; screens say "30 días". */
export const PAPELERA_MS = 30 * DAY_MS;

/**
 * Sign-in attempts in a window of three minutes, which a right password forgives: per account, known browser or session, and per
 * address. And all of an account, browser or session, the right ones too.
 */
export const SIGN_IN_WINDOW_MS = 3 * MINUTE_MS;
export const MAX_SIGN_INS_PER_ACCOUNT = 10;
export const MAX_SIGN_INS_PER_ADDRESS = 30;
export const MAX_SIGN_INS_IN_ALL = 60;

/** Sign-ups per address in an hour: more than a team that signs up behind one address. */
export const SIGN_UP_WINDOW_MS = HOUR_MS;
export const MAX_SIGN_UPS_PER_ADDRESS = 20;

/** Requests for invalid links of appointments, per address. A client with an old link tries it a few times. */
export const LINK_MISS_WINDOW_MS = 10 * MINUTE_MS;
export const MAX_LINK_MISSES_PER_ADDRESS = 30;

/**
 * Bookings on the site: tries in an hour per network (a mobile carrier puts many telephones behind one), tries in a day per telephone,
 * requests that wait for an answer, and bookings of a day, in all. A try counts whatever becomes of it, so that a refusal says nothing.
 */
export const SOLICITUDES_WINDOW_MS = HOUR_MS;
export const MAX_SOLICITUDES_PER_ADDRESS = 20;
export const MAX_SOLICITUDES_PER_PHONE = 3;
export const MAX_SOLICITUDES_WAITING = 30;
export const MAX_SOLICITUDES_PER_DAY = 60;

/** How often each server cancels expired requests. */
export const RELEASE_SOLICITUDES_MS = 2 * MINUTE_MS;

/** How long a browser is known after signing in, and to how many accounts. */
export const KNOWN_BROWSER_MS = 365 * DAY_MS;
export const MAX_KNOWN_ACCOUNTS = 5;

/** How long an access link works; its pages say "24 horas". */
export const ACCESS_LINK_MS = DAY_MS;

/**
 * Sign-ins worked on at once, and passwords hashed at once: each keeps a processor busy for tens of milliseconds, which public
 * pages need too. The others wait, at most so many and so long.
 */
export const SIGN_INS_AT_ONCE = 1;
export const HASHES_AT_ONCE = 1;
export const MAX_WAITING_SIGN_INS = 200;
export const MAX_SIGN_IN_WAIT_MS = 2_500;

/** Between two sign-ins of unknown browsers: about what one of them takes. */
export const SIGN_IN_INTERVAL_MS = 25;
