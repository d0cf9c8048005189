/** Russian, the source: pictures that are uploaded. */
export const ru = {
  picture: 'Картинка',
  choose: 'Выбрать картинку',
  replace: 'Заменить картинку',
  remove: 'Убрать',
  uploading: 'Картинка загружается',
  size: 'Файл должен быть не пустым и не больше 25\u00a0МБ',
  lost: 'Картинка не загрузилась. Выберите её ещё раз',
  cropStart: 'Кадрировать',
  crop: 'Рамка картинки',
  'crop.x': 'По горизонтали',
  'crop.y': 'По вертикали',
  'crop.size': 'Размер рамки',
  cropSave: 'Обрезать по рамке',
  cropCancel: 'Не обрезать',
  missingLogos: {
    one: 'Из списка не удалось загрузить {count} логотип.',
    few: 'Из списков не удалось загрузить {count} логотипа.',
    many: 'Из списков не удалось загрузить {count} логотипов.',
  },
  toLogos: 'Логотипы',
} as const
