import { vi } from "vitest";

/** The encryption module as a server with these keys loads it. What is imported afterwards, until the next reset, has them too. */
export async function encryptionWith(DATA_KEY: string, DATA_KEY_PREVIOUS = "") {
  vi.stubEnv("DATA_KEY", DATA_KEY);
  vi.stubEnv("DATA_KEY_PREVIOUS", DATA_KEY_PREVIOUS);
  vi.resetModules();
  const module = await import("~/database/encryption.server");
  vi.unstubAllEnvs();
  return module;
}
