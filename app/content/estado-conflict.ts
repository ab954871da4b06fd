/** What a person is told when the state that an appointment is in does not allow her change. */
export const ESTADO_CONFLICT = {
  programada: "Esta cita está programada: alguien la cambió mientras tanto.",
  confirmada: "Esta cita está confirmada: alguien la cambió mientras tanto.",
  completada: "Esta cita ya está completada. Para cambiarla, reábrela.",
  cancelada: "Esta cita está cancelada. Para cambiarla, reábrela.",
};
