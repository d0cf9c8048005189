import type { FailureText } from './failure-text.ts'

/** Failures of reports. Numbers from 446. */
export const reportFailures = {
  report_period: {
    status: 200,
    number: 446,
    ru: 'Такой период не подходит: конец не раньше начала и не больше {limit} дней. Выберите другие даты',
    uz: 'Bu davr mos kelmaydi: oxiri boshidan oldin boʻlmasin va {limit} kundan oshmasin. Boshqa sanalarni tanlang',
  },
  report_too_slow: {
    status: 200,
    number: 447,
    ru: 'Список составляется слишком долго. Выберите другой день или один тариф, либо попробуйте позже',
    uz: 'Roʻyxatni tuzish juda uzoq davom etmoqda. Boshqa kunni yoki bitta tarifni tanlang, yoki keyinroq urinib koʻring',
  },
  report_rows_not_stored: {
    status: 200,
    number: 607,
    ru: 'Список абонентов этого дня ещё не составлен: это делает ночной расчёт отчётов, за последние 400 дней. Выберите другой день или посмотрите завтра',
    uz: 'Bu kun abonentlari roʻyxati hali tuzilmagan: uni hisobotlarning tungi hisob-kitobi oxirgi 400 kun uchun tuzadi. Boshqa kunni tanlang yoki ertaga koʻring',
  },
} as const satisfies Record<string, FailureText>
