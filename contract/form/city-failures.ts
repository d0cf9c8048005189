import type { FailureText } from './failure-text.ts'

/** Failures of cities and the operator's networks. Numbers from 600. */
export const cityFailures = {
  city_not_found: {
    status: 404,
    number: 600,
    ru: 'Такого города в списке нет: его удалили. Обновите страницу и выберите другой',
    uz: 'Roʻyxatda bunday shahar yoʻq: u oʻchirilgan. Sahifani yangilang va boshqasini tanlang',
  },
  city_in_use: {
    status: 200,
    number: 601,
    ru: 'Удалить нельзя: абонентов здесь {accounts}, сетей {networks}, городов {cities}. Сначала укажите им другой город',
    uz: 'Oʻchirib boʻlmaydi: bu yerda {accounts} ta abonent, {networks} ta tarmoq, {cities} ta shahar bor. Avval ularga boshqa shaharni koʻrsating',
  },
  city_name_taken: {
    status: 200,
    number: 602,
    ru: 'В этой области уже есть «{name}». Впишите другое название',
    uz: 'Bu viloyatda «{name}» bor. Boshqa nom yozing',
  },
  city_region: {
    status: 200,
    number: 603,
    ru: 'Выберите область: город не бывает внутри города, а область с городами — внутри другой области',
    uz: 'Viloyatni tanlang: shahar shahar ichida, shaharlari bor viloyat esa boshqa viloyat ichida boʻlmaydi',
  },
  cities_full: {
    status: 200,
    number: 604,
    ru: 'В списке уже {max}. Удалите лишние',
    uz: 'Roʻyxatda {max} ta bor. Keraksizlarini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
