import { createContext } from "react";

/** What only the server has while it renders a document: the CSP nonce, the public style sheet, and the path of each icon. */
export const DocumentContext = createContext<{ nonce?: string; publicCss?: string; iconPaths?: Map<string, string> }>({});
