/** Texts of reminders, wherever a programme that is coming is shown. */
export const ru = {
  add: 'Напомнить',
  remove: 'Не напоминать',
  addOf: 'Напомнить: {title}',
  removeOf: 'Не напоминать: {title}',
  added: {
    one: 'Напомним за {count}\u00a0минуту',
    few: 'Напомним за {count}\u00a0минуты',
    many: 'Напомним за {count}\u00a0минут',
  },
  addedAtStart: 'Напомним, когда начнётся',
  removed: 'Напоминание удалено',
  follow: 'Следить за выходом',
  unfollow: 'Не следить',
  followed: 'Все выпуски — в разделе «Моё»',
  unfollowed: 'Больше не следим',
  failed: 'Не получилось. Проверьте связь и попробуйте ещё раз.',
  switchOver: 'Переключить',
  close: 'Закрыть',
  hint: 'OK — переключить, «Назад» — закрыть',
} as const
