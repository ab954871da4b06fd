// All the JavaScript of /auth: shows the password on request, and sends the form once at a time.
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
let sent;
const show = (text, timer) => {
  clearTimeout(sent);
  sent = timer;
  button.textContent = text;
  button.ariaDisabled = timer ? "true" : null;
};
const free = () => show(label);
button.form.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  else show("Cargando...", setTimeout(free, 60000));
});
// Back from the next page, or stopped on the way.
addEventListener("pageshow", free);
window.navigation?.addEventListener("navigateerror", free);
