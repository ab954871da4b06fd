// One import, and one file for the browser: `sideEffects` in package.json keeps these modules together in the build.
export * from "./alerta";
export * from "./badge";
export * from "./card";
export * from "./contact-links";
export * from "./deletion";
export * from "./dialog";
export * from "./filters";
export * from "./screen";
