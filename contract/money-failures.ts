import type { FailureText } from './failure-text.ts'

/** How a call about money can be refused; a part of the list in `failures.ts`. */
export const moneyFailures = {
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
  card_taken: {
    status: 409,
    number: 6013,
    ru: 'Эта карта сохранена в другом аккаунте. Начните новый платёж: её можно оплатить кодом без сохранения',
    uz: 'Bu karta boshqa hisobda saqlangan. Yangi toʻlov boshlang: uni saqlamasdan kod bilan toʻlash mumkin',
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
