/** Texts of the settings that belong to a device: saving data, the mini-player. */
export const ru = {
  title: 'Просмотр на этом устройстве',
  saver: 'Экономия трафика',
  saverWhy: 'Видео занимает меньше трафика, а предпросмотр и живые кадры каналов не загружаются.',
  'saver.never': 'Выключена',
  'saver.mobile': 'В мобильной сети',
  'saver.always': 'В любой сети',
  'saver.on': 'Включена',
  hour: 'до {size}\u00a0ГБ/ч',
  hours: 'Последнее видео за час: с экономией до {saving}\u00a0ГБ, без неё до {full}\u00a0ГБ.',
  mini: 'Продолжать в мини-плеере',
  miniWhy: 'Видео не останавливается, когда вы переходите на другую страницу.',
  'mini.on': 'Да',
  'mini.off': 'Нет',
} as const
