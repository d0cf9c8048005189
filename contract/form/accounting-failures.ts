import type { FailureText } from './failure-text.ts'

/** Failures of refunds, statements and daily closings. */
export const accountingFailures = {
  refund_done_before: {
    status: 200,
    number: 426,
    ru: 'Это уже сделано: {who}. Второй раз деньги не уходят',
    uz: 'Bu allaqachon bajarilgan: {who}. Pul ikkinchi marta ketmaydi',
  },
  refund_not_covered: {
    status: 200,
    number: 427,
    ru: 'На балансе {balance}\u00a0сум: остальное потрачено. Сейчас можно вернуть {max}\u00a0сум. Если услуги не было, сначала верните списание на баланс',
    uz: 'Balansda {balance}\u00a0soʻm: qolgani sarflangan. Hozir {max}\u00a0soʻm qaytarish mumkin. Xizmat koʻrsatilmagan boʻlsa, avval yechilgan summani balansga qaytaring',
  },
  refund_too_much: {
    status: 200,
    number: 428,
    ru: 'Можно вернуть не больше {max}\u00a0сум. Уменьшите сумму',
    uz: '{max}\u00a0soʻmdan koʻp qaytarib boʻlmaydi. Summani kamaytiring',
  },
  refund_limit: {
    status: 200,
    number: 429,
    ru: 'Сумма больше вашего предела: {limit}\u00a0сум. Попросите владельца или администратора',
    uz: 'Summa sizning chegarangizdan katta: {limit}\u00a0soʻm. Ega yoki administratordan soʻrang',
  },
  refund_not_possible: {
    status: 200,
    number: 440,
    ru: 'Этот платёж не оплачен, ещё завершается или возвращён самой системой. Обновите страницу',
    uz: 'Bu toʻlov amalga oshmagan, hali tugamagan yoki tizimning oʻzi qaytargan. Sahifani yangilang',
  },
  refund_asked: {
    status: 200,
    number: 622,
    ru: 'Систему уже попросили вернуть деньги, и она ещё не ответила. Подождите: мы спрашиваем каждую минуту, не дольше суток',
    uz: 'Tizimdan pulni qaytarish soʻralgan, u hali javob bermadi. Kuting: biz har daqiqada soʻraymiz, bir sutkadan ortiq emas',
  },
  refund_by_transfer: {
    status: 200,
    number: 656,
    ru: 'Эта система отменяет платёж только целиком, часть через её кабинет не вернуть. Проведите возврат переводом и выберите «банковским переводом»',
    uz: 'Bu tizim toʻlovni faqat toʻliq bekor qiladi, qismini uning kabineti orqali qaytarib boʻlmaydi. Bank oʻtkazmasi bilan qaytaring va «bank oʻtkazmasi bilan» ni tanlang',
  },
  statement_refused: {
    status: 200,
    number: 441,
    ru: 'Файл не принят. Нужна таблица XLSX или CSV до {limit}\u00a0МБ, с суммой и номером платежа или датой',
    uz: 'Fayl qabul qilinmadi. {limit}\u00a0MB gacha, summa va toʻlov raqami yoki sanasi bor XLSX yoki CSV jadval kerak',
  },
  late_no_subscriber: {
    status: 200,
    number: 442,
    ru: 'Абонента с номером {number} нет. Проверьте номер: 6–12 цифр, не телефон',
    uz: '{number} raqamli abonent yoʻq. Raqamni tekshiring: 6–12 raqam, telefon emas',
  },
  late_not_creditable: {
    status: 200,
    number: 443,
    ru: 'Зачислить можно только платёж, которого нет у нас, с номером и суммой. Платёж картой сервер зачисляет сам: запросите его в шлюзе',
    uz: 'Faqat bizda yoʻq, raqami va summasi bor toʻlovni kiritish mumkin. Karta toʻlovini server oʻzi kiritadi: uni shlyuzdan soʻrang',
  },
  late_other_subscriber: {
    status: 200,
    number: 470,
    ru: 'Этот платёж принадлежит абоненту {number}: так указала система, или так он уже зачислен. Зачислите его этому абоненту',
    uz: 'Bu toʻlov {number} abonentniki: tizim uni shunday koʻrsatgan yoki u shunday kiritilgan. Oʻsha abonentga kiriting',
  },
  statement_still_open: {
    status: 200,
    number: 444,
    ru: 'Не разобрано строк: {count}. Разберите их, затем закройте сверку',
    uz: 'Koʻrib chiqilmagan qatorlar: {count}. Ularni hal qilib, solishtirishni yoping',
  },
  ledger_slow: {
    status: 200,
    number: 445,
    ru: 'Поиск по проводкам идёт слишком долго. Выберите меньше дней или добавьте номер абонента',
    uz: 'Oʻtkazmalarni qidirish juda choʻzildi. Kamroq kun tanlang yoki abonent raqamini qoʻshing',
  },
  ledger_period: {
    status: 200,
    number: 474,
    ru: 'Такой период не подходит: последний день не раньше первого, всего не больше {limit} дней. Выберите другие дни',
    uz: 'Bu davr mos kelmaydi: oxirgi kun birinchisidan oldin boʻlmasin, jami {limit} kundan oshmasin. Boshqa kunlarni tanlang',
  },
  ledger_rows: {
    status: 200,
    number: 475,
    ru: 'Строк слишком много: в XLSX помещается {limit}. Выберите меньше дней или формат CSV',
    uz: 'Qatorlar juda koʻp: XLSXga {limit} ta sigʻadi. Kamroq kun yoki CSV formatini tanlang',
  },
  exchange_account: {
    status: 200,
    number: 476,
    ru: 'Расчётный счёт для файла 1С неверен: напишите 20 цифр без пробелов',
    uz: '1C fayli uchun hisobraqam notoʻgʻri: 20 ta raqamni boʻshliqsiz yozing',
  },
  exchange_name: {
    status: 200,
    number: 477,
    ru: 'Название организации для файла 1С неверно: напишите от 2 до 160 знаков в одну строку',
    uz: '1C fayli uchun tashkilot nomi notoʻgʻri: bir qatorda 2–160 ta belgi yozing',
  },
  exchange_inn: {
    status: 200,
    number: 478,
    ru: 'ИНН для файла 1С неверен: напишите 9 цифр (СТИР) или 14 (ПИНФЛ)',
    uz: '1C fayli uchun STIR notoʻgʻri: 9 ta raqam (STIR) yoki 14 ta raqam (JSHSHIR) yozing',
  },
  receipt_ended: {
    status: 200,
    number: 480,
    ru: 'С этим чеком уже закончено: он пробит или не нужен. Обновите страницу',
    uz: 'Bu chek bilan ish tugagan: u urilgan yoki kerak emas. Sahifani yangilang',
  },
  receipts_off: {
    status: 200,
    number: 481,
    ru: 'Фискальные чеки выключены. Их включают в консоли в разделе «Внешние службы» или настройкой EKRAN_FISCAL',
    uz: 'Fiskal cheklar oʻchirilgan. Ular konsolning «Tashqi xizmatlar» boʻlimida yoki EKRAN_FISCAL sozlamasi bilan yoqiladi',
  },
} as const satisfies Record<string, FailureText>
