export const ru = {
  free: { one: '{count} день бесплатно', few: '{count} дня бесплатно', many: '{count} дней бесплатно' },
  freeOf: {
    one: '«{tariff}»: {count} день бесплатно',
    few: '«{tariff}»: {count} дня бесплатно',
    many: '«{tariff}»: {count} дней бесплатно',
  },
  newcomers: {
    one: 'Новым абонентам {count} день «{tariff}» бесплатно.',
    few: 'Новым абонентам {count} дня «{tariff}» бесплатно.',
    many: 'Новым абонентам {count} дней «{tariff}» бесплатно.',
  },
  later:
    'Сейчас ничего не спишется. Потом тариф продлевается сам: {price}. Автопродление можно выключить в любой день.',
  laterDefault:
    'Сейчас ничего не спишется. Потом тариф продлевается сам по обычной цене. Автопродление можно выключить в любой день.',
  forMonths: {
    one: '{price} за {count} месяц',
    few: '{price} за {count} месяца',
    many: '{price} за {count} месяцев',
  },
  forDays: {
    one: '{price} за {count} день',
    few: '{price} за {count} дня',
    many: '{price} за {count} дней',
  },
  take: 'Подключить',
  notNow: 'Не сейчас',
  taken: '«{tariff}» подключён',
  noResponse: 'Нет связи с сервером. Попробуйте ещё раз',
  connectFor: 'Подключить «{tariff}» за {price}',
  inTariff: 'Тарифы с этим каналом',
  otherTariffs: 'Другие тарифы с этим каналом',
  allTariffs: 'Сравнить тарифы',
} as const
