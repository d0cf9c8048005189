import type { FailureText } from './failure-text.ts'

/** Failures of outside services that are set while the server runs. Numbers from 482, and 621. */
export const outsideFailures = {
  setting_in_environment: {
    status: 200,
    number: 482,
    ru: 'Задано в окружении: {variable}. Измените его там или уберите оттуда и перезапустите сервер',
    uz: 'Muhitda belgilangan: {variable}. Uni oʻsha yerda oʻzgartiring yoki olib tashlab, serverni qayta ishga tushiring',
  },
  setting_field: {
    status: 200,
    number: 483,
    ru: 'Поле «{field}» заполнено неверно. Исправьте его по подсказке',
    uz: '«{field}» maydoni notoʻgʻri toʻldirilgan. Uni izohga qarab tuzating',
  },
  setting_missing: {
    status: 200,
    number: 484,
    ru: 'Заполните поле «{field}»',
    uz: '«{field}» maydonini toʻldiring',
  },
  setting_secret_again: {
    status: 200,
    number: 485,
    ru: 'Адрес изменился: введите «{field}» заново. Сохранённый секрет на новый адрес не отправляется',
    uz: 'Manzil oʻzgardi: «{field}» maydonini qaytadan kiriting. Saqlangan maxfiy qiymat yangi manzilga yuborilmaydi',
  },
  setting_secret_sealed: {
    status: 200,
    number: 486,
    ru: 'Сохранённый секрет «{field}» не открывается ключом этой установки (secrets.json). Введите его заново',
    uz: 'Saqlangan «{field}» maxfiy qiymati bu oʻrnatma kaliti (secrets.json) bilan ochilmaydi. Uni qaytadan kiriting',
  },
  setting_wrong: {
    status: 200,
    number: 487,
    ru: 'Эти значения вместе не подходят: {problem}. Проверьте поля',
    uz: 'Bu qiymatlar birga mos emas: {problem}. Maydonlarni tekshiring',
  },
  setting_not_set: {
    status: 200,
    number: 488,
    ru: 'Здесь ничего не задано. Сначала заполните поля и сохраните',
    uz: 'Bu yerda hech narsa belgilanmagan. Avval maydonlarni toʻldirib, saqlang',
  },
  setting_test_target: {
    status: 200,
    number: 489,
    ru: 'Куда отправить? Напишите телефон с кодом страны (+998 90 123-45-67), для почты — её адрес, для уведомлений на телефон — номер абонента',
    uz: 'Qayerga yuborilsin? Mamlakat kodi bilan telefon (+998 90 123-45-67) yoki pochta manzilini yozing, telefon bildirishnomalari uchun abonent raqamini',
  },
  setting_test_no_device: {
    status: 200,
    number: 621,
    ru: 'У абонента {to} нет устройства с этими уведомлениями. Войдите под его номером в приложение на телефоне и разрешите уведомления',
    uz: '{to} raqamli abonentning bunday bildirishnomali qurilmasi yoʻq. Telefondagi ilovaga uning raqami bilan kiring va bildirishnomalarga ruxsat bering',
  },
} as const satisfies Record<string, FailureText>
