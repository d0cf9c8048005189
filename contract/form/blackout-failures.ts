import type { FailureText } from './failure-text.ts'

/** Failures of blackouts: of what may not be shown, and of entering them. */
export const blackoutFailures = {
  blacked_out: { status: 200, number: 343, ru: '{words}', uz: '{words}' },
  blackout_not_found: {
    status: 404,
    number: 344,
    ru: 'Такого запрета показа нет',
    uz: 'Bunday koʻrsatish taqiqi yoʻq',
  },
  blackout_period: {
    status: 200,
    number: 345,
    ru: 'Укажите конец позже начала. Без конца может быть только запрет канала или фильма',
    uz: 'Tugash vaqtini boshlanishdan keyin belgilang. Tugash vaqtisiz faqat kanal yoki film taqiqi boʻladi',
  },
  blackout_target: {
    status: 200,
    number: 346,
    ru: 'Выберите канал, передачу или фильм: того, что указано, нет',
    uz: 'Kanal, koʻrsatuv yoki filmni tanlang: koʻrsatilgani mavjud emas',
  },
  blackout_holds: {
    status: 200,
    number: 347,
    ru: 'Отметьте, где действует запрет: у канала это эфир или архив, у фильма — просмотр или скачивание',
    uz: 'Taqiq qayerda amal qilishini belgilang: kanalda — efir yoki arxiv, filmda — tomosha yoki yuklab olish',
  },
  blackout_not_begun: {
    status: 200,
    number: 348,
    ru: 'Запрет ещё не начался: удалите его или измените начало',
    uz: 'Taqiq hali boshlanmagan: uni oʻchiring yoki boshlanishini oʻzgartiring',
  },
  blackouts_full: {
    status: 200,
    number: 349,
    ru: 'Запретов уже {max}. Удалите старые',
    uz: 'Taqiqlar allaqachon {max} ta. Eskilarini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
