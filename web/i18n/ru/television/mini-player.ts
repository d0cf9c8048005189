/** Texts of the mini-player. */
export const ru = {
  label: 'Мини-плеер',
  open: 'Развернуть плеер: {title}',
  close: 'Закрыть мини-плеер',
  failed: 'Видео остановилось. Откройте плеер',
  next: 'Следующая серия: {title}',
} as const
