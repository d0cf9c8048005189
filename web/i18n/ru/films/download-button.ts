/** Texts of the button that downloads a title. */
export const ru = {
  action: 'Скачать',
  actionEpisode: 'Скачать серию {number}',
  inList: 'В загрузках',
  unsupported: 'Этот браузер не умеет сохранять видео. Попробуйте Chrome или Edge.',
} as const
