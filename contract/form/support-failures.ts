import type { FailureText } from './failure-text.ts'

/** Failures of views of the site by the staff. Numbers from 593, and 657. */
export const supportFailures = {
  support_view_only: {
    status: 200,
    number: 593,
    ru: 'Это просмотр для поддержки: здесь ничего нельзя изменить',
    uz: 'Bu qoʻllab-quvvatlash uchun koʻrish: bu yerda hech narsani oʻzgartirib boʻlmaydi',
  },
  support_view_hidden: {
    status: 200,
    number: 594,
    ru: 'При просмотре для поддержки это скрыто: здесь данные, которые видит только абонент',
    uz: 'Qoʻllab-quvvatlash uchun koʻrishda bu yashirilgan: bu maʼlumotni faqat abonent koʻradi',
  },
  support_view_over: {
    status: 200,
    number: 595,
    ru: 'Просмотр для поддержки окончен. Откройте его снова с карточки абонента',
    uz: 'Qoʻllab-quvvatlash uchun koʻrish tugadi. Uni abonent kartasidan qayta oching',
  },
  support_view_code: {
    status: 200,
    number: 596,
    ru: 'Эта ссылка уже открыта или ей больше минуты. Откройте просмотр снова с карточки абонента',
    uz: 'Bu havola allaqachon ochilgan yoki unga bir daqiqadan oshdi. Koʻrishni abonent kartasidan qayta oching',
  },
  support_view_profile: {
    status: 200,
    number: 657,
    ru: 'Такого профиля у абонента больше нет. Выберите другой профиль',
    uz: 'Abonentda bunday profil endi yoʻq. Boshqa profilni tanlang',
  },
  support_view_closed: {
    status: 200,
    number: 597,
    ru: 'Аккаунт закрыт или заблокирован: на сайте этот абонент видит только сообщение об этом',
    uz: 'Hisob yopilgan yoki bloklangan: saytda bu abonent faqat shu haqdagi xabarni koʻradi',
  },
} as const satisfies Record<string, FailureText>
