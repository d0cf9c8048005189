/**
 * The closed list of ways a call can be refused: name → HTTP status, number (`error` in a middleware answer, `code`
 * elsewhere) and the words for a viewer in both languages. A failure that is not here cannot be returned: the
 * compiler says so. Numbers never change their meaning.
 */
export interface FailureText {
  readonly status: number
  readonly number: number
  readonly ru: string
  readonly uz: string
}

export const failures = {
  // Always possible
  invalid_input: {
    status: 400,
    number: 1,
    ru: 'Проверьте данные: {fields}',
    uz: 'Maʼlumotlarni tekshiring: {fields}',
  },
  not_authorized: {
    status: 403,
    number: 2,
    ru: 'Сессия завершена, войдите снова',
    uz: 'Seans tugadi, qaytadan kiring',
  },
  not_found: { status: 404, number: 3, ru: 'Страница не найдена', uz: 'Sahifa topilmadi' },
  method_not_allowed: {
    status: 405,
    number: 4,
    ru: 'Этот вызов так не принимается',
    uz: 'Bu soʻrov bunday qabul qilinmaydi',
  },
  too_large: { status: 413, number: 5, ru: 'Слишком много данных', uz: 'Maʼlumot juda koʻp' },
  too_many_requests: {
    status: 429,
    number: 6,
    ru: 'Слишком много попыток. Повторите через {seconds} с',
    uz: 'Urinishlar koʻp. {seconds} soniyadan soʻng takrorlang',
  },
  something_went_wrong: { status: 500, number: 7, ru: 'Что-то пошло не так', uz: 'Nimadir xato ketdi' },
  busy: {
    status: 503,
    number: 8,
    ru: 'Сервис перегружен, попробуйте через минуту',
    uz: 'Xizmat band, bir daqiqadan soʻng urinib koʻring',
  },
  // Accounts
  wrong_credentials: {
    status: 401,
    number: 20,
    ru: 'Неверный номер или пароль',
    uz: 'Raqam yoki parol notoʻgʻri',
  },
  account_blocked: {
    status: 401,
    number: 21,
    ru: 'Аккаунт заблокирован. Обратитесь в поддержку: {phone}',
    uz: 'Hisob bloklangan. Qoʻllab-quvvatlash xizmatiga murojaat qiling: {phone}',
  },
  account_deactivated: {
    status: 401,
    number: 22,
    ru: 'Ваш аккаунт деактивирован',
    uz: 'Hisobingiz faolsizlantirilgan',
  },
  device_limit: {
    status: 409,
    number: 23,
    ru: 'На аккаунте уже {limit} устройств. Отключите одно из них',
    uz: 'Hisobda allaqachon {limit} ta qurilma bor. Ulardan birini uzing',
  },
  session_blocked: {
    status: 403,
    number: 24,
    ru: 'Аккаунт заблокирован. Обратитесь в поддержку: {phone}',
    uz: 'Hisob bloklangan. Qoʻllab-quvvatlash xizmatiga murojaat qiling: {phone}',
  },
  session_deactivated: {
    status: 403,
    number: 25,
    ru: 'Ваш аккаунт деактивирован',
    uz: 'Hisobingiz faolsizlantirilgan',
  },
  wrong_password: { status: 409, number: 26, ru: 'Неверный пароль', uz: 'Parol notoʻgʻri' },
  weak_password: {
    status: 400,
    number: 27,
    ru: 'Такой пароль легко подобрать. Придумайте другой',
    uz: 'Bunday parolni topish oson. Boshqasini oʻylab toping',
  },
  device_not_found: {
    status: 404,
    number: 28,
    ru: 'Такого устройства на аккаунте нет',
    uz: 'Hisobda bunday qurilma yoʻq',
  },
  wrong_user_code: {
    status: 404,
    number: 29,
    ru: 'Неверный код или срок его действия истёк',
    uz: 'Kod notoʻgʻri yoki muddati oʻtgan',
  },
  // Registration (specification, 8)
  client_forbidden: {
    status: 403,
    number: 60,
    ru: 'Регистрация для этого Client ID запрещена',
    uz: 'Bu Client ID uchun roʻyxatdan oʻtish taqiqlangan',
  },
  address_limit: {
    status: 429,
    number: 61,
    ru: 'Достигнут лимит запросов с одного IP-адреса. Повторите через {minutes} мин',
    uz: 'Bitta IP-manzildan soʻrovlar chegarasiga yetildi. {minutes} daqiqadan soʻng takrorlang',
  },
  wrong_activation_period: {
    status: 400,
    number: 62,
    ru: 'Неверный период автоактивации (auto_activation_period)',
    uz: 'Avtomatik faollashtirish davri notoʻgʻri (auto_activation_period)',
  },
  wrong_phone: {
    status: 400,
    number: 63,
    ru: 'Введите номер мобильного телефона Узбекистана: +998 и девять цифр',
    uz: 'Oʻzbekiston mobil telefon raqamini kiriting: +998 va toʻqqizta raqam',
  },
  phone_registered: {
    status: 409,
    number: 64,
    ru: 'Этот телефон уже зарегистрирован. Войдите или восстановите пароль',
    uz: 'Bu telefon allaqachon roʻyxatdan oʻtgan. Kiring yoki parolni tiklang',
  },
  phone_or_device_needed: {
    status: 400,
    number: 65,
    ru: 'Нужен mobile_phone_number или device_uid',
    uz: 'mobile_phone_number yoki device_uid kerak',
  },
  external_billing_error: {
    status: 502,
    number: 66,
    ru: 'Ошибка внешнего биллинга. Аккаунт не создан, попробуйте позже',
    uz: 'Tashqi billing xatosi. Hisob yaratilmadi, keyinroq urinib koʻring',
  },
  wrong_code: {
    status: 409,
    number: 67,
    ru: 'Неверный код. Осталось попыток: {left}',
    uz: 'Kod notoʻgʻri. Qolgan urinishlar: {left}',
  },
  code_spent: {
    status: 409,
    number: 68,
    ru: 'Этот код больше не действует. Запросите новый',
    uz: 'Bu kod endi amal qilmaydi. Yangisini soʻrang',
  },
  external_api_error: {
    status: 502,
    number: 69,
    ru: 'Не удалось отправить код: внешняя служба не отвечает. Попробуйте другой способ или позже',
    uz: 'Kod yuborilmadi: tashqi xizmat javob bermayapti. Boshqa usulni yoki keyinroq urinib koʻring',
  },
  captcha_wrong: {
    status: 400,
    number: 70,
    ru: 'Проверка не пройдена или устарела. Пройдите её ещё раз',
    uz: 'Tekshiruvdan oʻtilmadi yoki u eskirgan. Qaytadan oʻting',
  },
  captcha_limit: {
    status: 429,
    number: 71,
    ru: 'Слишком много проверок с одного адреса. Повторите через {seconds} с',
    uz: 'Bitta manzildan tekshiruvlar juda koʻp. {seconds} soniyadan soʻng takrorlang',
  },
  wrong_dealer: { status: 400, number: 72, ru: 'Неверный dealer_id', uz: 'dealer_id notoʻgʻri' },
  registration_off: {
    status: 409,
    number: 73,
    ru: 'Регистрация сейчас отключена',
    uz: 'Roʻyxatdan oʻtish hozir oʻchirilgan',
  },
  terms_needed: {
    status: 400,
    number: 74,
    ru: 'Чтобы зарегистрироваться, примите условия',
    uz: 'Roʻyxatdan oʻtish uchun shartlarni qabul qiling',
  },
  too_soon: {
    status: 429,
    number: 75,
    ru: 'Новый код можно запросить через {seconds} с',
    uz: 'Yangi kodni {seconds} soniyadan soʻng soʻrash mumkin',
  },
  // Watching
  login_needed: {
    status: 401,
    number: 40,
    ru: 'Для этого необходимо авторизоваться',
    uz: 'Buning uchun tizimga kirish kerak',
  },
  not_subscribed: {
    status: 402,
    number: 41,
    ru: 'Нужна подписка',
    uz: 'Obuna kerak',
  },
  account_suspended: {
    status: 402,
    number: 42,
    ru: 'Подписка приостановлена: на балансе не хватает {missing} сум',
    uz: 'Obuna toʻxtatilgan: balansda {missing} soʻm yetishmaydi',
  },
  outside_region: {
    status: 451,
    number: 43,
    ru: 'Этот канал доступен только в сети Узбекистана',
    uz: 'Bu kanal faqat Oʻzbekiston tarmogʻida mavjud',
  },
  not_available_now: {
    status: 409,
    number: 44,
    ru: 'Видео сейчас недоступно, попробуйте позже',
    uz: 'Video hozir mavjud emas, keyinroq urinib koʻring',
  },
  channel_not_found: { status: 404, number: 45, ru: 'Такого канала нет', uz: 'Bunday kanal yoʻq' },
  programme_not_found: { status: 404, number: 46, ru: 'Такой передачи нет', uz: 'Bunday koʻrsatuv yoʻq' },
  title_not_found: { status: 404, number: 47, ru: 'Такого фильма нет', uz: 'Bunday film yoʻq' },
  person_not_found: { status: 404, number: 50, ru: 'Такого человека нет', uz: 'Bunday inson yoʻq' },
  problem_not_found: {
    status: 404,
    number: 51,
    ru: 'Такого вида жалобы нет: выберите из списка',
    uz: 'Bunday shikoyat turi yoʻq: roʻyxatdan tanlang',
  },
  favourites_full: {
    status: 409,
    number: 52,
    ru: 'В избранном уже {limit}: уберите что-нибудь, чтобы добавить ещё',
    uz: 'Sevimlilarda allaqachon {limit} ta bor: yana qoʻshish uchun birortasini olib tashlang',
  },
  too_many_streams: {
    status: 409,
    number: 54,
    ru: 'Сколько экранов одновременно можно по вашему тарифу: {limit}. Остановите просмотр на одном из них',
    uz: 'Tarifingiz boʻyicha bir vaqtda {limit} ta ekranda koʻrish mumkin. Birida tomoshani toʻxtating',
  },
  stream_not_found: {
    status: 404,
    number: 55,
    ru: 'Этот просмотр уже завершён',
    uz: 'Bu tomosha allaqachon tugagan',
  },
  stream_stopped: {
    status: 409,
    number: 56,
    ru: 'Просмотр остановлен на другом устройстве',
    uz: 'Tomosha boshqa qurilmadan toʻxtatildi',
  },
  downloads_full: {
    status: 409,
    number: 80,
    ru: 'Сохранить можно не больше {limit} фильмов и серий на всех устройствах. Удалите то, что уже посмотрели',
    uz: 'Barcha qurilmalarda koʻpi bilan {limit} ta film va qismni saqlash mumkin. Koʻrib boʻlganlaringizni oʻchiring',
  },
  /** Said by a device that plays without a connection, never by a call. */
  download_ended: {
    status: 403,
    number: 81,
    ru: 'Срок просмотра без интернета закончился',
    uz: 'Internetsiz koʻrish muddati tugadi',
  },
  // Bank cards. 6000 is the specification's own number.
  card_no_money: {
    status: 402,
    number: 6000,
    ru: 'На карте не хватает денег. Пополните её или выберите другую',
    uz: 'Kartada mablagʻ yetarli emas. Uni toʻldiring yoki boshqasini tanlang',
  },
  card_refused: {
    status: 402,
    number: 6001,
    ru: 'Банк отклонил платёж, деньги не списаны. Попробуйте другую карту или позже',
    uz: 'Bank toʻlovni rad etdi, pul yechilmadi. Boshqa kartani yoki keyinroq urinib koʻring',
  },
  payment_uncertain: {
    status: 409,
    number: 6002,
    ru: 'Банк ещё не ответил. Не платите повторно: мы узнаем сами, и оплаченное появится на балансе',
    uz: 'Bank hali javob bermadi. Qayta toʻlamang: oʻzimiz aniqlaymiz, toʻlangan pul balansda paydo boʻladi',
  },
  order_not_found: { status: 404, number: 6003, ru: 'Такого платежа нет', uz: 'Bunday toʻlov yoʻq' },
  order_closed: {
    status: 409,
    number: 6004,
    ru: 'Этот платёж уже завершён. Начните новый',
    uz: 'Bu toʻlov allaqachon tugagan. Yangisini boshlang',
  },
  card_not_found: { status: 404, number: 6005, ru: 'Такой карты нет', uz: 'Bunday karta yoʻq' },
  wrong_card: {
    status: 400,
    number: 6006,
    ru: 'Проверьте номер и срок действия карты',
    uz: 'Karta raqami va amal qilish muddatini tekshiring',
  },
  card_no_sms: {
    status: 409,
    number: 6007,
    ru: 'К карте не подключены SMS. Подключите их в банке или выберите другую карту',
    uz: 'Kartaga SMS ulanmagan. Bankda ulang yoki boshqa kartani tanlang',
  },
  wrong_sms_code: {
    status: 409,
    number: 6008,
    ru: 'Неверный код. Осталось попыток: {left}',
    uz: 'Kod notoʻgʻri. Qolgan urinishlar: {left}',
  },
  sms_code_spent: {
    status: 409,
    number: 6009,
    ru: 'Этот код больше не действует. Запросите новый',
    uz: 'Bu kod endi amal qilmaydi. Yangisini soʻrang',
  },
  cards_off: {
    status: 409,
    number: 6010,
    ru: 'Оплата картой сейчас недоступна. Выберите другой способ',
    uz: 'Karta orqali toʻlov hozir ishlamayapti. Boshqa usulni tanlang',
  },
  card_gateway_down: {
    status: 502,
    number: 6011,
    ru: 'Платёжный шлюз не отвечает, деньги не списаны. Попробуйте через минуту',
    uz: 'Toʻlov shlyuzi javob bermayapti, pul yechilmadi. Bir daqiqadan soʻng urinib koʻring',
  },
  idempotency_conflict: {
    status: 409,
    number: 6012,
    ru: 'Под этим Idempotency-Key уже был другой запрос. Дайте новому запросу новый ключ',
    uz: 'Bu Idempotency-Key bilan boshqa soʻrov boʻlgan. Yangi soʻrovga yangi kalit bering',
  },
  card_taken: {
    status: 409,
    number: 6013,
    ru: 'Эта карта сохранена в другом аккаунте. Начните новый платёж: её можно оплатить кодом без сохранения',
    uz: 'Bu karta boshqa hisobda saqlangan. Yangi toʻlov boshlang: uni saqlamasdan kod bilan toʻlash mumkin',
  },
  not_begun: {
    status: 409,
    number: 48,
    ru: 'Передача ещё не началась',
    uz: 'Koʻrsatuv hali boshlanmagan',
  },
  not_recorded: {
    status: 409,
    number: 49,
    ru: 'Записи этой передачи нет',
    uz: 'Bu koʻrsatuvning yozuvi yoʻq',
  },
  outside_guide: {
    status: 400,
    number: 53,
    ru: 'Программа передач есть на {days} дней назад и вперёд: выберите время ближе',
    uz: 'Dasturlar {days} kun orqaga va oldinga bor: yaqinroq vaqtni tanlang',
  },
  // Money (specification, 8)
  insufficient_funds: {
    status: 402,
    number: 100,
    ru: 'Недостаточно средств: не хватает {missing} сум',
    uz: 'Mablagʻ yetarli emas: {missing} soʻm yetishmaydi',
  },
  already_connected: {
    status: 409,
    number: 101,
    ru: 'Тариф уже подключён',
    uz: 'Tarif allaqachon ulangan',
  },
  more_than_one_base: {
    status: 409,
    number: 102,
    ru: 'Нельзя подключить больше одного базового тарифа',
    uz: 'Bittadan ortiq asosiy tarifni ulab boʻlmaydi',
  },
  billing_misconfigured: {
    status: 500,
    number: 103,
    ru: 'Внутренний API настроен неверно: тариф {tariffs} сейчас нельзя подключить. Обратитесь в поддержку',
    uz: 'Ichki API notoʻgʻri sozlangan: {tariffs} tarifini hozir ulab boʻlmaydi. Qoʻllab-quvvatlash xizmatiga murojaat qiling',
  },
  tariff_needed: {
    status: 400,
    number: 104,
    ru: 'Не передан ни tariff_id, ни virtual_tariff_id',
    uz: 'tariff_id ham, virtual_tariff_id ham berilmagan',
  },
  tariffs_not_connected: {
    status: 409,
    number: 105,
    ru: 'Один или несколько тарифов не подключены: {tariffs}. Ничего не списано',
    uz: 'Bir yoki bir nechta tarif ulanmadi: {tariffs}. Hech narsa yechilmadi',
  },
  base_cannot_be_off: {
    status: 409,
    number: 106,
    ru: 'Базовый тариф нельзя отключить. Можно выключить его автопродление или сменить тариф',
    uz: 'Asosiy tarifni oʻchirib boʻlmaydi. Uning avtomatik uzaytirilishini oʻchirish yoki tarifni almashtirish mumkin',
  },
  not_connected: { status: 409, number: 107, ru: 'Этот тариф не подключён', uz: 'Bu tarif ulanmagan' },
  tariff_not_found: { status: 404, number: 108, ru: 'Такого тарифа нет', uz: 'Bunday tarif yoʻq' },
  price_changed: {
    status: 409,
    number: 109,
    ru: 'Цена изменилась: теперь {cost} сум. Подтвердите ещё раз',
    uz: 'Narx oʻzgardi: endi {cost} soʻm. Qaytadan tasdiqlang',
  },
  key_used: {
    status: 409,
    number: 110,
    ru: 'Этот Idempotency-Key уже использован для другого запроса. Обновите страницу и повторите',
    uz: 'Bu Idempotency-Key boshqa soʻrov uchun ishlatilgan. Sahifani yangilab, takrorlang',
  },
  entry_not_found: { status: 404, number: 111, ru: 'Такой операции нет', uz: 'Bunday amal yoʻq' },
  promo_not_found: {
    status: 404,
    number: 120,
    ru: 'Промокод не найден. Проверьте, как он написан',
    uz: 'Promokod topilmadi. Qanday yozilganini tekshiring',
  },
  promo_already_activated: {
    status: 409,
    number: 121,
    ru: 'Этот промокод уже активирован',
    uz: 'Bu promokod allaqachon faollashtirilgan',
  },
  promo_invalid: {
    status: 400,
    number: 122,
    ru: 'Промокод не прошёл проверку: в нём лишние знаки или его уже разобрали',
    uz: 'Promokod tekshiruvdan oʻtmadi: unda ortiqcha belgilar bor yoki u tugagan',
  },
  promo_outside_period: {
    status: 409,
    number: 123,
    ru: 'Промокод сейчас не действует: его срок ещё не начался или уже прошёл',
    uz: 'Promokod hozir amal qilmaydi: muddati hali boshlanmagan yoki oʻtib ketgan',
  },
} as const satisfies Record<string, FailureText>

export type FailureCode = keyof typeof failures
export type Language = 'ru' | 'uz'

/** The words of a failure with its values filled in. */
export function failureWords(
  code: FailureCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return failures[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '…'))
}
