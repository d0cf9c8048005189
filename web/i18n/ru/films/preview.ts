/** The preview of a film over its card. */
export const ru = {
  label: 'Предпросмотр: {name}',
  watch: 'Смотреть',
  open: 'Подробнее',
  series: 'Сериал',
} as const
