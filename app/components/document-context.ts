import { createContext } from "react";

/** What the server alone knows while it writes a document: the CSP nonce, the public style sheet, and the path of each icon. */
export const DocumentContext = createContext<{ nonce?: string; publicCss?: string; iconPaths?: Map<string, string> }>({});
