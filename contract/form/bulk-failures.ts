import type { FailureText } from './failure-text.ts'

/** Failures of acts on segments, and of codes by SMS. Numbers from 510. */
export const bulkFailures = {
  bulk_state: {
    status: 200,
    number: 510,
    ru: 'Сейчас это невозможно: массовое действие уже в другом состоянии. Обновите страницу',
    uz: 'Hozir buning iloji yoʻq: ommaviy amal boshqa holatda. Sahifani yangilang',
  },
  bulk_beyond: {
    status: 200,
    number: 511,
    ru: 'Это больше того, что вы можете провести за день. Провести может: {roles}',
    uz: 'Bu siz bir kunda oʻtkaza oladigandan koʻp. Oʻtkaza oladi: {roles}',
  },
  bulk_same_person: {
    status: 200,
    number: 512,
    ru: 'Подтвердить должен другой сотрудник: это действие подготовили вы',
    uz: 'Boshqa xodim tasdiqlashi kerak: bu amalni siz tayyorlagansiz',
  },
  reset_no_phone: {
    status: 200,
    number: 513,
    ru: 'У абонента нет телефона: сначала впишите его («Сменить телефон»), потом отправьте пароль',
    uz: 'Abonentning telefoni yoʻq: avval uni yozing («Telefonni almashtirish»), keyin parolni yuboring',
  },
  reset_no_sms: {
    status: 200,
    number: 514,
    ru: 'SMS сейчас не отправляются, пароль не изменён. Проверьте шлюзы SMS и повторите',
    uz: 'Hozir SMS yuborilmayapti, parol oʻzgarmadi. SMS shlyuzlarini tekshirib, takrorlang',
  },
  reset_too_often: {
    status: 200,
    number: 515,
    ru: 'За сутки пароль отправляли или пытались отправить три раза. Проверьте номер телефона и повторите завтра',
    uz: 'Bir sutkada parol uch marta yuborilgan yoki yuborishga urinilgan. Telefon raqamini tekshiring va ertaga takrorlang',
  },
  reset_not_sent: {
    status: 200,
    number: 516,
    ru: 'Шлюз не принял SMS, пароль не изменён. Повторите через минуту',
    uz: 'Shlyuz SMSni qabul qilmadi, parol oʻzgarmadi. Bir daqiqadan keyin takrorlang',
  },
} as const satisfies Record<string, FailureText>
