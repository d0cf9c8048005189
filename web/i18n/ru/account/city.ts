/** Russian, the source: the city of the subscriber, in the cabinet. */
export const ru = {
  title: 'Город',
  why: 'Необязательно: чтобы сообщать о работах и событиях именно у вас.',
  suggested: 'Похоже, вы здесь: так подсказывает сеть. Поправьте, если это не так.',
  region: 'Область',
  city: 'Город или район',
  none: 'Не указан',
  whole: 'Область целиком',
  failed: 'Не сохранилось. Проверьте интернет и попробуйте ещё раз.',
  saved: 'Город сохранён',
} as const
