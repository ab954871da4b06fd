/** What a person is told when the state that an appointment is in does not allow her change. */
export const ESTADO_CONFLICT = {
  programada: "Alguien cambió esta cita mientras tanto: ahora está programada.",
  confirmada: "Alguien cambió esta cita mientras tanto: ahora está confirmada.",
  completada: "Esta cita ya está completada. Para cambiarla, reábrela.",
  cancelada: "Esta cita está cancelada. Para cambiarla, reábrela.",
};
