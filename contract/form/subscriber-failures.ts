import { cityFailures } from './city-failures.ts'
import { guestFailures } from './guest-failures.ts'
import type { FailureText } from './failure-text.ts'
import { profileFailures } from './profile-failures.ts'
import { supportFailures } from './support-failures.ts'
import { telegramFailures } from './telegram-failures.ts'

/** Failures of the staff's acts on subscribers. Numbers from 406 and 495. */
export const subscriberFailures = {
  ...cityFailures,
  ...guestFailures,
  ...profileFailures,
  ...supportFailures,
  ...telegramFailures,
  act_done_since: {
    status: 200,
    number: 406,
    ru: 'Пока форма была открыта, с этим абонентом сделали другое: {who}, {when}. Посмотрите, что получилось, и повторите, если ещё нужно',
    uz: 'Forma ochiq turganda {who} bu abonent bilan boshqa ish qildi ({when}). Natijani koʻring, yana kerak boʻlsa takrorlang',
  },
  act_beyond_sum: {
    status: 200,
    number: 407,
    ru: 'Это больше вашего предела: за раз до {limit}\u00a0сум, на сегодня осталось {left}\u00a0сум. Такую сумму может провести: {roles}',
    uz: 'Bu sizning chegarangizdan koʻp: bir martada {limit}\u00a0soʻmgacha, bugunga {left}\u00a0soʻm qoldi. Bunday summani oʻtkaza oladi: {roles}',
  },
  act_beyond_days: {
    status: 200,
    number: 408,
    ru: 'Это больше вашего предела: за раз до {limit}\u00a0дн., на сегодня осталось {left}\u00a0дн. Столько может подарить: {roles}',
    uz: 'Bu sizning chegarangizdan koʻp: bir martada {limit} kungacha, bugunga {left} kun qoldi. Shuncha kun bera oladi: {roles}',
  },
  act_not_covered: {
    status: 200,
    number: 409,
    ru: 'На балансе {balance}\u00a0сум: снять можно не больше',
    uz: 'Balansda {balance}\u00a0soʻm: bundan koʻp yechib boʻlmaydi',
  },
  act_spent: {
    status: 200,
    number: 410,
    ru: 'Отменить нельзя: деньги уже потрачены или подаренные дни начались',
    uz: 'Bekor qilib boʻlmaydi: pul sarflangan yoki sovgʻa kunlar boshlangan',
  },
  act_taken_back: {
    status: 200,
    number: 411,
    ru: 'Это уже отменено: {who}, {when}',
    uz: 'Bu allaqachon bekor qilingan: {who}, {when}',
  },
  device_banned: {
    status: 200,
    number: 412,
    ru: 'Этому устройству закрыт вход в аккаунт. Позвоните в поддержку: {phone}',
    uz: 'Bu qurilma uchun ushbu hisobga kirish yopilgan. Qoʻllab-quvvatlash xizmatiga qoʻngʻiroq qiling: {phone}',
  },
  subscriber_erased: {
    status: 200,
    number: 495,
    ru: 'Данные этого абонента удалены, с ним ничего больше сделать нельзя. Человек может зарегистрироваться заново',
    uz: 'Bu abonent maʼlumotlari oʻchirilgan, u bilan boshqa amal bajarib boʻlmaydi. Shaxs qaytadan roʻyxatdan oʻtishi mumkin',
  },
  erase_number_wrong: {
    status: 200,
    number: 496,
    ru: 'Это не номер абонента. Наберите номер с его карточки: он подтверждает, что удаляется тот, кто нужен',
    uz: 'Bu abonent raqami emas. Abonent kartasidagi raqamni tering: u kerakli abonent oʻchirilayotganini tasdiqlaydi',
  },
  erase_unsettled: {
    status: 200,
    number: 497,
    ru: 'На балансе {balance}\u00a0сум, оплаченных тарифов: {tariffs}. Сначала верните деньги или дождитесь конца, либо напишите, что с ними решено',
    uz: 'Balansda {balance}\u00a0soʻm, toʻlangan tariflar: {tariffs}. Avval pulni qaytaring yoki tugashini kuting, yoxud ular boʻyicha qarorni yozing',
  },
  erase_payments_open: {
    status: 200,
    number: 498,
    ru: 'Не закончены платежи или возвраты: {count}. Дождитесь их итога в разделе «Платежи» и повторите',
    uz: 'Tugallanmagan toʻlov yoki qaytarishlar: {count}. «Toʻlovlar» boʻlimida natijasini kuting va takrorlang',
  },
  subscriber_merged: {
    status: 200,
    number: 499,
    ru: 'Этот аккаунт объединён с другим и закрыт. Действуйте на карточке абонента {number}',
    uz: 'Bu hisob boshqasi bilan birlashtirilgan va yopilgan. {number} raqamli abonent kartasida ishlang',
  },
  subscriber_closed: {
    status: 200,
    number: 581,
    ru: 'Аккаунт закрыт: подключить на нём ничего нельзя. Проверьте номер абонента',
    uz: 'Hisob yopilgan: unga hech narsa ulab boʻlmaydi. Abonent raqamini tekshiring',
  },
  merge_itself: {
    status: 200,
    number: 500,
    ru: 'Это один и тот же абонент. Наберите номер второго аккаунта этого человека',
    uz: 'Bu oʻsha abonentning oʻzi. Shu shaxsning ikkinchi hisobi raqamini tering',
  },
  merge_number_unknown: {
    status: 200,
    number: 501,
    ru: 'Абонента с таким номером или телефоном нет. Проверьте номер второго аккаунта',
    uz: 'Bunday raqamli yoki telefonli abonent yoʻq. Ikkinchi hisob raqamini tekshiring',
  },
  merge_same_tariff: {
    status: 200,
    number: 502,
    ru: 'На обоих аккаунтах подключён один и тот же тариф. Отключите его на одном из них и повторите',
    uz: 'Ikkala hisobda bir xil tarif ulangan. Uni birida oʻchiring va takrorlang',
  },
  merge_two_bases: {
    status: 200,
    number: 503,
    ru: 'На обоих аккаунтах есть основной тариф, а он бывает один. Отключите лишний и повторите',
    uz: 'Ikkala hisobda asosiy tarif bor, u esa bitta boʻladi. Ortiqchasini oʻchiring va takrorlang',
  },
  merge_trial_account: {
    status: 200,
    number: 504,
    ru: 'Один из аккаунтов пробный, сделан сотрудниками: объединять его с настоящим нельзя',
    uz: 'Hisoblardan biri xodimlar yaratgan sinov hisobi: uni haqiqiysi bilan birlashtirib boʻlmaydi',
  },
  merge_into_closed: {
    status: 200,
    number: 505,
    ru: 'Этот аккаунт закрыт: после объединения были бы закрыты оба. Объединяйте из карточки открытого',
    uz: 'Bu hisob yopilgan: birlashtirilsa, ikkalasi ham yopiq boʻladi. Ochiq hisob kartasidan birlashtiring',
  },
  merge_blocked: {
    status: 200,
    number: 506,
    ru: 'Второй аккаунт заблокирован: объединение сняло бы блокировку. Сначала разблокируйте его или заблокируйте этот',
    uz: 'Ikkinchi hisob bloklangan: birlashtirish blokni olib tashlagan boʻlardi. Avval uni blokdan chiqaring yoki buni bloklang',
  },
} as const satisfies Record<string, FailureText>
