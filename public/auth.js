// All the JavaScript of /auth: shows the password on request, and says that the form is on its way.
const password = document.querySelector("[data-password]");
const toggle = document.querySelector("[data-toggle]");
toggle.hidden = false;
toggle.addEventListener("click", () => {
  const shown = password.type === "text";
  password.type = shown ? "password" : "text";
  toggle.textContent = shown ? "Mostrar" : "Ocultar";
  toggle.setAttribute("aria-pressed", String(!shown));
});
const button = document.querySelector("[data-submit]");
const label = button.textContent;
button.form.addEventListener("submit", () => {
  button.textContent = "Cargando...";
  button.setAttribute("aria-disabled", "true");
});
// Back from the next page: the form is as it was.
addEventListener("pageshow", () => {
  button.textContent = label;
  button.removeAttribute("aria-disabled");
});
