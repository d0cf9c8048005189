import type { InformationTexts } from './information-page.ts'

export const job: InformationTexts = {
  ru: {
    title: 'Работа в Ekran',
    lead: 'Мы делаем телевидение, которое включается сразу и не обманывает. Вот пять причин делать его вместе с нами.',
    sections: [
      {
        id: 'reasons',
        title: 'Пять причин',
        blocks: [
          {
            kind: 'reason',
            title: 'Вашу работу видно каждый вечер',
            text: 'Ею пользуются дома, всей семьёй. Стало лучше — это заметят ваши родители и соседи.',
          },
          {
            kind: 'reason',
            title: 'Весь путь в одних руках',
            text: 'От приёма канала до кнопки на пульте: запись, упаковка видео, подписки, плеер. Можно понять целое, а не только свой угол.',
          },
          {
            kind: 'reason',
            title: 'Задачи с характером',
            text: 'Телевизор десятилетней давности, слабая связь, наплыв зрителей в минуту матча. Здесь важна каждая сотня килобайт.',
          },
          {
            kind: 'reason',
            title: 'Два языка по-настоящему',
            text: 'Русский и узбекский у нас равны: в интерфейсе, в поиске, в поддержке. Хороший узбекский текст ценится так же, как хороший код.',
          },
          {
            kind: 'reason',
            title: 'Спокойная работа',
            text: 'Всё, что обещано зрителю, проверяется само, до выпуска. Поэтому по ночам мы спим, а не чиним.',
          },
        ],
      },
      {
        id: 'how',
        title: 'Как к нам попасть',
        blocks: [
          {
            kind: 'text',
            text: 'Напишите или позвоните: расскажите, что вы умеете и что у нас сделали бы лучше. Анкет нет, ответим в любом случае.',
          },
          { kind: 'contacts' },
        ],
      },
    ],
  },
  uz: {
    title: 'Ekranda ishlash',
    lead: 'Biz darrov yoqiladigan va aldamaydigan televideniye qilamiz. Uni biz bilan birga qilish uchun beshta sabab bor.',
    sections: [
      {
        id: 'reasons',
        title: 'Besh sabab',
        blocks: [
          {
            kind: 'reason',
            title: 'Ishingiz har oqshom koʻrinib turadi',
            text: 'Undan uyda, butun oila foydalanadi. Yaxshilangan boʻlsa, buni ota-onangiz va qoʻshnilaringiz sezadi.',
          },
          {
            kind: 'reason',
            title: 'Butun yoʻl bir qoʻlda',
            text: 'Kanalni qabul qilishdan pultdagi tugmagacha: yozib olish, videoni tayyorlash, obunalar, pleyer. Faqat oʻz burchagingizni emas, butunni tushunish mumkin.',
          },
          {
            kind: 'reason',
            title: 'Qiziq vazifalar',
            text: 'Oʻn yillik televizor, sust aloqa, oʻyin paytida birdan koʻpaygan tomoshabinlar. Bu yerda har yuz kilobayt muhim.',
          },
          {
            kind: 'reason',
            title: 'Ikki til chindan ham teng',
            text: 'Oʻzbek va rus tillari interfeysda, qidiruvda, yordamda teng. Yaxshi oʻzbekcha matn yaxshi kod kabi qadrlanadi.',
          },
          {
            kind: 'reason',
            title: 'Xotirjam ish',
            text: 'Tomoshabinga vaʼda qilingan hamma narsa chiqarilishidan oldin oʻzi tekshiriladi. Shuning uchun tunda tuzatmaymiz, uxlaymiz.',
          },
        ],
      },
      {
        id: 'how',
        title: 'Bizga qanday kelish mumkin',
        blocks: [
          {
            kind: 'text',
            text: 'Yozing yoki qoʻngʻiroq qiling: nimalarni bilishingizni va bizda nimani yaxshiroq qilgan boʻlardingiz, aytib bering. Anketa yoʻq, har qanday holatda javob beramiz.',
          },
          { kind: 'contacts' },
        ],
      },
    ],
  },
}
