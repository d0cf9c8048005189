import type { FailureText } from './failure-text.ts'

/** The failures of the console. The numbers from 200 on are theirs. */
export const staffFailures = {
  staff_forbidden: {
    status: 403,
    number: 200,
    ru: 'Вашей роли это не разрешено. Обратитесь к владельцу или администратору',
    uz: 'Rolingizga bunga ruxsat yoʻq. Ega yoki administratorga murojaat qiling',
  },
  second_factor_needed: {
    status: 403,
    number: 201,
    ru: 'Подтвердите вход вторым способом: кодом или ключом доступа',
    uz: 'Kirishni ikkinchi usul bilan tasdiqlang: kod yoki kirish kaliti orqali',
  },
  enrolment_needed: {
    status: 403,
    number: 202,
    ru: 'Сначала настройте второй способ входа: приложение с кодами или ключ доступа',
    uz: 'Avval ikkinchi kirish usulini sozlang: kodlar ilovasi yoki kirish kaliti',
  },
  step_up_needed: {
    status: 403,
    number: 203,
    ru: 'Для этого действия подтвердите ещё раз, что это вы',
    uz: 'Bu amal uchun shaxsingizni yana bir bor tasdiqlang',
  },
  cross_site_request: {
    status: 403,
    number: 204,
    ru: 'Запрос пришёл не со страницы консоли. Откройте консоль и повторите',
    uz: 'Soʻrov konsol sahifasidan kelmadi. Konsolni oching va takrorlang',
  },
  wrong_login: {
    status: 200,
    number: 205,
    ru: 'Неверный логин или пароль',
    uz: 'Login yoki parol notoʻgʻri',
  },
  wrong_factor: {
    status: 200,
    number: 206,
    ru: 'Код неверный или уже использован. Введите следующий',
    uz: 'Kod notoʻgʻri yoki ishlatib boʻlingan. Keyingisini kiriting',
  },
  console_set_up: {
    status: 200,
    number: 207,
    ru: 'Владелец уже создан. Войдите или попросите приглашение',
    uz: 'Ega allaqachon yaratilgan. Kiring yoki taklif soʻrang',
  },
  wrong_operator_password: {
    status: 200,
    number: 208,
    ru: 'Неверный пароль оператора. Он задан на сервере настройкой EKRAN_OPERATOR_PASSWORD',
    uz: 'Operator paroli notoʻgʻri. U serverda EKRAN_OPERATOR_PASSWORD sozlamasida koʻrsatilgan',
  },
  operator_password_unset: {
    status: 200,
    number: 209,
    ru: 'На сервере не задан EKRAN_OPERATOR_PASSWORD. Задайте его или пригласите владельца командой staff invite',
    uz: 'Serverda EKRAN_OPERATOR_PASSWORD koʻrsatilmagan. Uni koʻrsating yoki egani staff invite buyrugʻi bilan taklif qiling',
  },
  invitation_ended: {
    status: 200,
    number: 210,
    ru: 'Ссылка больше не действует: её использовали, отозвали или вышел срок. Попросите новую',
    uz: 'Havola endi amal qilmaydi: ishlatilgan, bekor qilingan yoki muddati oʻtgan. Yangisini soʻrang',
  },
  login_taken: {
    status: 200,
    number: 211,
    ru: 'Сотрудник с таким логином уже есть',
    uz: 'Bunday loginli xodim allaqachon bor',
  },
  staff_not_found: {
    status: 404,
    number: 212,
    ru: 'Такого сотрудника нет',
    uz: 'Bunday xodim yoʻq',
  },
  role_above_own: {
    status: 200,
    number: 213,
    ru: 'Владельцев назначает и меняет только владелец',
    uz: 'Egalarni faqat ega tayinlaydi va oʻzgartiradi',
  },
  last_owner: {
    status: 200,
    number: 214,
    ru: 'Это последний владелец. Сначала назначьте другого',
    uz: 'Bu oxirgi ega. Avval boshqasini tayinlang',
  },
  not_yourself: {
    status: 200,
    number: 215,
    ru: 'Свою роль и свой доступ меняет другой сотрудник',
    uz: 'Oʻz rolingiz va kirishingizni boshqa xodim oʻzgartiradi',
  },
  last_factor: {
    status: 200,
    number: 216,
    ru: 'Это последний второй способ входа. Сначала добавьте другой',
    uz: 'Bu oxirgi ikkinchi kirish usuli. Avval boshqasini qoʻshing',
  },
  passkey_refused: {
    status: 200,
    number: 217,
    ru: 'Ключ доступа не принят. Попробуйте ещё раз или войдите с кодом',
    uz: 'Kirish kaliti qabul qilinmadi. Qayta urinib koʻring yoki kod bilan kiring',
  },
  staff_session_not_found: {
    status: 404,
    number: 218,
    ru: 'Этот сеанс уже завершён',
    uz: 'Bu seans allaqachon tugagan',
  },
  staff_blocked: {
    status: 200,
    number: 219,
    ru: 'Доступ заблокирован. Обратитесь к владельцу или администратору',
    uz: 'Kirish bloklangan. Ega yoki administratorga murojaat qiling',
  },
  passkey_not_found: {
    status: 404,
    number: 220,
    ru: 'Такого ключа доступа нет',
    uz: 'Bunday kirish kaliti yoʻq',
  },
  invitation_not_found: {
    status: 404,
    number: 221,
    ru: 'Такого приглашения нет',
    uz: 'Bunday taklif yoʻq',
  },
  passkeys_full: {
    status: 200,
    number: 222,
    ru: 'Ключей доступа уже {limit}. Удалите ненужный',
    uz: 'Kirish kalitlari allaqachon {limit} ta. Keraksizini oʻchiring',
  },
  views_full: {
    status: 200,
    number: 379,
    ru: 'Сохранённых видов уже {limit}. Удалите ненужный',
    uz: 'Saqlangan koʻrinishlar allaqachon {limit} ta. Keraksizini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
