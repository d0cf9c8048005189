import type { FailureText } from './failure-text.ts'

/** Failures of dealers: contracts, cash, commissions and payouts. */
export const dealerFailures = {
  dealer_changed: {
    status: 200,
    number: 535,
    ru: 'Дилера только что изменил другой сотрудник. Обновите страницу и внесите изменения снова',
    uz: 'Dilerni hozirgina boshqa xodim oʻzgartirdi. Sahifani yangilab, oʻzgarishlarni qayta kiriting',
  },
  dealer_owes_more: {
    status: 200,
    number: 536,
    ru: 'Дилер уже должен {sum}\u00a0сум: лимит не может быть меньше. Сначала примите от него деньги',
    uz: 'Diler allaqachon {sum}\u00a0soʻm qarzdor: limit bundan kam boʻlolmaydi. Avval undan pul qabul qiling',
  },
  dealer_short: {
    status: 200,
    number: 537,
    ru: 'На счёте дилера не хватает денег: доступно {sum}\u00a0сум. Пополните его счёт или уменьшите сумму',
    uz: 'Diler hisobida pul yetarli emas: {sum}\u00a0soʻm bor. Hisobini toʻldiring yoki summani kamaytiring',
  },
  dealer_stopped: {
    status: 200,
    number: 538,
    ru: 'Работа с дилером остановлена: наличные он не принимает. Включите его в карточке дилера',
    uz: 'Diler bilan ish toʻxtatilgan: u naqd pul qabul qilmaydi. Uni diler kartasida yoqing',
  },
  dealer_key_used: {
    status: 200,
    number: 539,
    ru: 'Эта форма уже записала другую сумму. Обновите страницу и повторите',
    uz: 'Bu forma orqali boshqa summa yozib boʻlingan. Sahifani yangilab, takrorlang',
  },
  dealer_rule_past: {
    status: 200,
    number: 540,
    ru: 'Правила не действуют задним числом: выберите сегодняшний день или более поздний',
    uz: 'Qoidalar oʻtgan kunlarga amal qilmaydi: bugunni yoki keyinroq kunni tanlang',
  },
  dealer_rule_wrong: {
    status: 200,
    number: 541,
    ru: 'Правило собрано неверно: последний день не раньше первого, для доли нужен процент, за подключение нужна сумма',
    uz: 'Qoida notoʻgʻri: oxirgi kun birinchisidan oldin boʻlmasin, ulush uchun foiz, ulanish uchun summa kerak',
  },
  dealer_spent: {
    status: 200,
    number: 542,
    ru: 'Абонент уже потратил эти деньги: на балансе {balance}\u00a0сум. Вернуть пополнение можно только целиком, пока оно на балансе',
    uz: 'Abonent bu pulni sarflab boʻlgan: balansda {balance}\u00a0soʻm. Toʻldirishni faqat toʻliq, pul balansda boʻlganda qaytarish mumkin',
  },
  dealer_code: {
    status: 200,
    number: 543,
    ru: 'Такого промокода нет, или он принадлежит другому дилеру. Проверьте код: его создают в разделе промокодов',
    uz: 'Bunday promokod yoʻq yoki u boshqa dilerniki. Kodni tekshiring: u promokodlar boʻlimida yaratiladi',
  },
  dealer_payout_less: {
    status: 200,
    number: 544,
    ru: 'После подготовки комиссия уменьшилась: у дилера {sum}\u00a0сум. Отмените выплату и подготовьте снова',
    uz: 'Tayyorlangandan keyin komissiya kamaydi: dilerda {sum}\u00a0soʻm. Toʻlovni bekor qilib, qayta tayyorlang',
  },
  dealer_payout_month: {
    status: 200,
    number: 545,
    ru: 'Месяц ещё не закончился. Выплату готовят за прошедшие месяцы',
    uz: 'Oy hali tugamagan. Toʻlov oʻtgan oylar uchun tayyorlanadi',
  },
  dealer_payout_open: {
    status: 200,
    number: 546,
    ru: 'У дилера уже есть незаконченная выплата. Проведите или отмените её',
    uz: 'Dilerda tugallanmagan toʻlov bor. Uni oʻtkazing yoki bekor qiling',
  },
  dealer_payout_nothing: {
    status: 200,
    number: 547,
    ru: 'К концу этого месяца выплачивать нечего. Выберите более поздний месяц',
    uz: 'Bu oy oxirigacha toʻlanadigan pul yoʻq. Keyinroq oyni tanlang',
  },
  dealer_payout_own: {
    status: 200,
    number: 548,
    ru: 'Эту выплату подготовили вы. Утвердить её должен другой сотрудник',
    uz: 'Bu toʻlovni siz tayyorlagansiz. Uni boshqa xodim tasdiqlashi kerak',
  },
  dealer_payout_state: {
    status: 200,
    number: 549,
    ru: 'С выплатой это уже нельзя сделать: её состояние изменилось или она не утверждена. Обновите страницу',
    uz: 'Toʻlov bilan buni qilib boʻlmaydi: holati oʻzgargan yoki u tasdiqlanmagan. Sahifani yangilang',
  },
  dealer_rule_longer: {
    status: 200,
    number: 560,
    ru: 'Правило заканчивается {day}: его можно сократить, но не продлить. Для следующих дней добавьте новое правило',
    uz: 'Qoida {day} kuni tugaydi: uni qisqartirish mumkin, uzaytirish mumkin emas. Keyingi kunlar uchun yangi qoida qoʻshing',
  },
  payee_closed: {
    status: 200,
    number: 561,
    ru: 'Абонент {number} денег не принимает: он закрыт, удалён или пробный. Проверьте номер',
    uz: '{number} abonent pul qabul qilmaydi: u yopilgan, oʻchirilgan yoki sinov uchun. Raqamni tekshiring',
  },
  sum_limit: {
    status: 200,
    number: 562,
    ru: 'Это больше вашего предела: до {limit}\u00a0сум. Провести может: {roles}',
    uz: 'Bu sizning chegarangizdan koʻp: {limit}\u00a0soʻmgacha. Oʻtkaza oladi: {roles}',
  },
  promo_budget_limit: {
    status: 200,
    number: 563,
    ru: 'Промокодам, которые дают деньги, нужен бюджет не больше {limit}\u00a0сум. Больший могут поставить: {roles}',
    uz: 'Pul beradigan promokodlarga {limit}\u00a0soʻmdan oshmaydigan budjet kerak. Kattarogʻini qoʻya oladi: {roles}',
  },
  promo_key_used: {
    status: 200,
    number: 564,
    ru: 'Эта форма уже создала другую серию. Обновите страницу и повторите',
    uz: 'Bu forma orqali boshqa toʻplam yaratilgan. Sahifani yangilab, takrorlang',
  },
} as const satisfies Record<string, FailureText>
