/** Texts of casting to a television over Google Cast: on the phone or computer, and on the television. */
export const ru = {
  // On the phone or computer
  playingOn: 'Воспроизводится: {screen}',
  preparing: 'Готовим показ: {screen}',
  stop: 'Остановить показ на телевизоре',
  seek: 'Перемотка на телевизоре',
  position: '{at} из {length}',
  live: 'В эфире',
  failed: 'Не удалось показать на телевизоре. Попробуйте ещё раз.',

  // On the television
  waitingTitle: 'Готово к показу',
  waitingText: 'Откройте фильм или канал на телефоне или компьютере и нажмите «Показать на телевизоре».',
  notACast: 'Эту страницу открывает сам телевизор, когда на него отправляют видео через Google Cast.',
  noRoom: 'На этом аккаунте слишком много устройств. Освободите место в кабинете, на странице «Устройства».',
} as const
