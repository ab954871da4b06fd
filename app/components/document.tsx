import { createContext } from "react";

/** What the server alone knows while it writes a document: the CSP nonce and the public style sheet. */
export const DocumentContext = createContext<{ nonce?: string; publicCss?: string }>({});
