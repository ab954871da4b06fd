// One import, and one file for the browser: `sideEffects` in package.json keeps these modules together in the build.
export * from "./error-summary";
export * from "./fields";
export * from "./form-buttons";
export * from "./form-state";
export * from "./row-buttons";
export { clientAction, shouldRevalidate } from "./sending";
export * from "./updated-at";
export * from "./use-form";
export * from "./write-form";
