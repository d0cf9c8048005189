export const ru = {
  contents: 'На этой странице',
  search: 'Найти вопрос',
  clear: 'Очистить',
  nothing: 'По запросу «{query}» ответа не нашлось',
  nothingHint: 'Спросите иначе или позвоните нам: номер внизу страницы',
  found: { one: '{count} ответ', few: '{count} ответа', many: '{count} ответов' },
  showAll: 'Показать все вопросы',
  qr: 'QR-код с адресом {address}',
  qrText: 'Наведите камеру или наберите адрес',
} as const
