/** Texts of the setting of an even loudness. */
export const ru = {
  title: 'Ровная громкость',
  on: 'Включена',
  off: 'Выключена',
} as const
