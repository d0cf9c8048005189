import type { FailureText } from './failure-text.ts'

/** Why a profile with limits may not watch something now. */
export const watchLimitFailures = [
  ...(['above_age_limit', 'above_age_closed', 'channel_not_chosen'] as const),
  ...(['watch_hours_over', 'watch_minutes_over'] as const),
] as const

/** Failures of profiles and of their PIN. Numbers from 660. */
export const profileFailures = {
  profile_not_found: {
    status: 404,
    number: 660,
    ru: 'Такого профиля уже нет. Выберите другой',
    uz: 'Bunday profil endi yoʻq. Boshqasini tanlang',
  },
  profiles_full: {
    status: 200,
    number: 661,
    ru: 'Профилей уже {limit}. Удалите лишний, чтобы добавить новый',
    uz: 'Profillar soni {limit} taga yetdi. Yangisini qoʻshish uchun keraksizini oʻchiring',
  },
  profile_name_taken: {
    status: 200,
    number: 662,
    ru: 'Профиль с таким именем уже есть. Выберите другое имя',
    uz: 'Bunday ismli profil bor. Boshqa ism tanlang',
  },
  profile_changed: {
    status: 200,
    number: 663,
    ru: 'Профиль тем временем изменили на другом устройстве. Проверьте и сохраните ещё раз',
    uz: 'Profil shu orada boshqa qurilmada oʻzgartirildi. Tekshirib, yana saqlang',
  },
  first_profile_stays: {
    status: 200,
    number: 664,
    ru: 'Первый профиль удалить нельзя, и детским он не бывает',
    uz: 'Birinchi profilni oʻchirib boʻlmaydi, u bolalar profili ham boʻlmaydi',
  },
  pin_needed: {
    status: 403,
    number: 665,
    ru: 'Введите PIN',
    uz: 'PIN kiriting',
  },
  pin_wrong: {
    status: 200,
    number: 666,
    ru: 'PIN неверный. Осталось попыток: {left}',
    uz: 'PIN notoʻgʻri. Yana {left} marta urinish mumkin',
  },
  pin_locked: {
    status: 429,
    number: 667,
    ru: 'Слишком много неверных PIN. Попробуйте через {minutes}\u00a0мин',
    uz: 'PIN koʻp marta notoʻgʻri kiritildi. {minutes}\u00a0daqiqadan keyin urinib koʻring',
  },
  pin_not_set: {
    status: 200,
    number: 668,
    ru: 'Сначала задайте PIN аккаунта: он закрывает детский профиль от взрослых',
    uz: 'Avval hisob PIN kodini oʻrnating: u kattalar profiliga oʻtishni cheklaydi',
  },
  not_in_this_profile: {
    status: 403,
    number: 669,
    ru: 'В детском профиле это закрыто. Перейдите во взрослый профиль',
    uz: 'Bolalar profilida bu yopiq. Kattalar profiliga oʻting',
  },
  above_age_limit: {
    status: 200,
    number: 670,
    ru: 'Это для зрителей от {age} лет. Введите PIN, чтобы открыть',
    uz: 'Bu {age} yoshdan kattalar uchun. Ochish uchun PIN kiriting',
  },
  channel_not_chosen: {
    status: 200,
    number: 673,
    ru: 'Этот канал не выбран для вашего профиля. Введите PIN, чтобы открыть',
    uz: 'Bu kanal profilingiz uchun tanlanmagan. Ochish uchun PIN kiriting',
  },
  above_age_closed: {
    status: 200,
    number: 674,
    ru: 'Это для зрителей от {age} лет. В этом профиле такое закрыто',
    uz: 'Bu {age} yoshdan kattalar uchun. Bu profilda bunday koʻrsatuvlar yopiq',
  },
  watch_hours_over: {
    status: 200,
    number: 671,
    ru: 'Сейчас смотреть нельзя: этот профиль открыт с {from} до {to}',
    uz: 'Hozir tomosha qilib boʻlmaydi: bu profil {from} dan {to} gacha ochiq',
  },
  watch_minutes_over: {
    status: 200,
    number: 672,
    ru: 'На сегодня время просмотра закончилось. Продолжим завтра',
    uz: 'Bugungi tomosha vaqti tugadi. Ertaga davom etamiz',
  },
  pin_guards_children: {
    status: 200,
    number: 679,
    ru: 'PIN закрывает взрослые профили от детей. Сначала удалите детские профили',
    uz: 'PIN kattalar profilini bolalardan yopib turadi. Avval bolalar profillarini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
