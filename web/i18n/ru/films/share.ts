/** Texts of sharing a page or a moment. */
export const ru = {
  shareTitle: 'Поделиться',
  shareAddress: 'Адрес страницы',
  shareCopy: 'Скопировать',
  shareScan: 'Наведите камеру телефона, и страница откроется на нём',
  shareOther: 'Другой способ',
  shareMail: 'Почта',
  copied: 'Ссылка скопирована',
  copyFailed: 'Не получилось скопировать. Выделите адрес и скопируйте его сами.',
  momentTitle: 'Поделиться этим моментом',
  momentText: 'Ссылка откроет этот момент. Без подписки видна одна минута. Действует 30\u00a0дней',
} as const
