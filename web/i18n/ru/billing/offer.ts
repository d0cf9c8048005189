export const ru = {
  free: { one: '{count} день бесплатно', few: '{count} дня бесплатно', many: '{count} дней бесплатно' },
  freeOf: {
    one: '«{tariff}»: {count} день бесплатно',
    few: '«{tariff}»: {count} дня бесплатно',
    many: '«{tariff}»: {count} дней бесплатно',
  },
  terms: {
    one: '«{tariff}» {count} день бесплатно, потом {price}.',
    few: '«{tariff}» {count} дня бесплатно, потом {price}.',
    many: '«{tariff}» {count} дней бесплатно, потом {price}.',
  },
  newcomers: 'Новым абонентам {terms}',
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
