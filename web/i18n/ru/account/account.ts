export const ru = {
  cabinet: 'Личный кабинет',
  subscriber: 'Абонентский номер',
  balance: 'Баланс',
  subscriptions: 'Подписки',
  noSubscriptions: 'Подписок пока нет',
  suspended: 'Приостановлена',
  paused: 'На паузе',
  off: 'Отключена',
  active: 'Активна',
  base: 'Основной тариф',
} as const
