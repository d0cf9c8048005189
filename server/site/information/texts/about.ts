import type { InformationTexts } from './information-page.ts'

export const about: InformationTexts = {
  ru: {
    title: 'О сервисе',
    lead: 'Ekran — это телеканалы с архивом, фильмы и сериалы на русском и узбекском языках: на телевизоре, телефоне и компьютере, по одной подписке на всю семью.',
    sections: [
      {
        id: 'what',
        title: 'Что здесь есть',
        blocks: [
          {
            kind: 'list',
            items: [
              'Прямой эфир телеканалов с программой передач.',
              'Архив за семь дней: передачу можно начать сначала, даже если вы включили её в середине.',
              'Фильмы и сериалы с выбором языка звука и субтитров, детский раздел и узбекское кино.',
              'Поиск, который понимает и другую раскладку, и другой алфавит: «ntkt», «Sevimli», «Севимли».',
              'Продолжение с того места, где вы остановились.',
            ],
          },
        ],
      },
      {
        id: 'where',
        title: 'Где смотреть',
        blocks: [
          {
            kind: 'text',
            text: 'Ekran работает в обычном браузере: ничего устанавливать не нужно. На телевизоре пароль вводить не придётся: экран покажет код, а вы подтвердите его с телефона. На одном аккаунте может быть до пяти устройств.',
          },
          {
            kind: 'link',
            name: 'Телефоны и приставки Android',
            text: 'Как открыть и закрепить на экране',
            href: '/android',
          },
          { kind: 'link', name: 'Телевизоры LG', text: 'Браузер webOS', href: '/lg' },
          { kind: 'link', name: 'Телевизоры Samsung', text: 'Браузер Tizen', href: '/samsung' },
        ],
      },
      {
        id: 'quality',
        title: 'Каким будет изображение',
        blocks: [
          {
            kind: 'text',
            text: 'Качество подстраивается под скорость соединения само, а в настройках плеера его можно выбрать. Для просмотра нужно от 4\u00a0Мбит/с. Если связь пропала, просмотр продолжится с того же места, как только она вернётся.',
          },
        ],
      },
      {
        id: 'rules',
        title: 'О чём мы договариваемся',
        blocks: [
          {
            kind: 'text',
            text: 'Сервис предоставляет {company}. Часть каналов по правам можно показывать только в сети Узбекистана. Мы храним только те данные, без которых сервис не работает, и не продаём их.',
          },
          {
            kind: 'link',
            name: 'Условия и конфиденциальность',
            text: 'Полный текст, без мелкого шрифта',
            href: '/policy',
          },
          { kind: 'link', name: 'Тарифы', text: 'Что входит и сколько стоит', href: '/tariff' },
        ],
      },
      { id: 'contacts', title: 'Как с нами связаться', blocks: [{ kind: 'contacts' }] },
    ],
  },
  uz: {
    title: 'Xizmat haqida',
    lead: 'Ekran — bu arxivli telekanallar, oʻzbek va rus tillaridagi filmlar va seriallar: televizorda, telefonda va kompyuterda, butun oila uchun bitta obuna.',
    sections: [
      {
        id: 'what',
        title: 'Bu yerda nimalar bor',
        blocks: [
          {
            kind: 'list',
            items: [
              'Telekanallarning jonli efiri va koʻrsatuvlar dasturi.',
              'Yetti kunlik arxiv: koʻrsatuvni oʻrtasidan yoqqan boʻlsangiz ham, boshidan koʻrish mumkin.',
              'Ovoz tili va subtitrlarni tanlash mumkin boʻlgan filmlar va seriallar, bolalar boʻlimi va oʻzbek kinosi.',
              'Boshqa klaviaturani ham, boshqa alifboni ham tushunadigan qidiruv: “ntkt”, “Sevimli” kabi.',
              'Toʻxtagan joyingizdan davom ettirish.',
            ],
          },
        ],
      },
      {
        id: 'where',
        title: 'Qayerda koʻrish mumkin',
        blocks: [
          {
            kind: 'text',
            text: 'Ekran oddiy brauzerda ishlaydi: hech narsa oʻrnatish shart emas. Televizorda parol kiritish ham kerak emas: ekranda kod chiqadi, siz uni telefondan tasdiqlaysiz. Bitta hisobda beshtagacha qurilma boʻlishi mumkin.',
          },
          {
            kind: 'link',
            name: 'Android telefon va pristavkalar',
            text: 'Qanday ochish va ekranga qoʻyish',
            href: '/android',
          },
          { kind: 'link', name: 'LG televizorlari', text: 'webOS brauzeri', href: '/lg' },
          { kind: 'link', name: 'Samsung televizorlari', text: 'Tizen brauzeri', href: '/samsung' },
        ],
      },
      {
        id: 'quality',
        title: 'Tasvir qanday boʻladi',
        blocks: [
          {
            kind: 'text',
            text: 'Sifat ulanish tezligiga oʻzi moslashadi, pleyer sozlamalarida uni tanlash ham mumkin. Koʻrish uchun kamida 4\u00a0Mbit/s kerak. Aloqa uzilsa, u qaytishi bilan koʻrish oʻsha joydan davom etadi.',
          },
        ],
      },
      {
        id: 'rules',
        title: 'Nimaga kelishamiz',
        blocks: [
          {
            kind: 'text',
            text: 'Xizmatni {company} koʻrsatadi. Huquqlarga koʻra kanallarning bir qismini faqat Oʻzbekiston tarmogʻida koʻrsatish mumkin. Biz faqat xizmat ishlashi uchun zarur maʼlumotlarni saqlaymiz va ularni sotmaymiz.',
          },
          {
            kind: 'link',
            name: 'Shartlar va maxfiylik',
            text: 'Toʻliq matn, mayda harflarsiz',
            href: '/policy',
          },
          { kind: 'link', name: 'Tariflar', text: 'Nimalar kiradi va narxi qancha', href: '/tariff' },
        ],
      },
      { id: 'contacts', title: 'Biz bilan bogʻlanish', blocks: [{ kind: 'contacts' }] },
    ],
  },
}
