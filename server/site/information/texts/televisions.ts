import type { InformationContent, InformationTexts } from './information-page.ts'

/** What differs between the makes; the way is the same. */
interface Make {
  readonly of: 'lg' | 'samsung'
  readonly name: string
  readonly browser: string
  readonly find: { readonly ru: string; readonly uz: string }
  readonly pin: { readonly ru: string; readonly uz: string }
  readonly update: { readonly ru: string; readonly uz: string }
}

const lgMake: Make = {
  of: 'lg',
  name: 'LG',
  browser: 'webOS',
  find: {
    ru: 'Нажмите на пульте кнопку с домиком и откройте «Веб-браузер».',
    uz: 'Pultdagi uycha tugmasini bosing va “Veb-brauzer”ni oching.',
  },
  pin: {
    ru: 'Чтобы не набирать адрес снова, добавьте страницу в закладки браузера.',
    uz: 'Manzilni qayta termaslik uchun sahifani brauzer xatchoʻplariga qoʻshing.',
  },
  update: {
    ru: 'Обновите телевизор: «Все настройки» → «Поддержка» → «Обновление ПО».',
    uz: 'Televizorni yangilang: “Barcha sozlamalar” → “Qoʻllab-quvvatlash” → “Dasturni yangilash”.',
  },
}

const samsungMake: Make = {
  of: 'samsung',
  name: 'Samsung',
  browser: 'Tizen',
  find: {
    ru: 'Нажмите на пульте кнопку с домиком и откройте приложение «Internet».',
    uz: 'Pultdagi uycha tugmasini bosing va “Internet” ilovasini oching.',
  },
  pin: {
    ru: 'Чтобы не набирать адрес снова, добавьте страницу в закладки: звёздочка в строке адреса.',
    uz: 'Manzilni qayta termaslik uchun sahifani xatchoʻplarga qoʻshing: manzil satridagi yulduzcha.',
  },
  update: {
    ru: 'Обновите телевизор: «Настройки» → «Поддержка» → «Обновление ПО».',
    uz: 'Televizorni yangilang: “Sozlamalar” → “Qoʻllab-quvvatlash” → “Dasturni yangilash”.',
  },
}

const remoteInRussian: InformationContent['sections'][number] = {
  id: 'remote',
  title: 'Пульт',
  blocks: [
    {
      kind: 'list',
      items: [
        'Стрелки двигают рамку, ОК выбирает, «Назад» возвращает.',
        'Стрелка влево у края экрана открывает меню.',
        'На канале кнопки переключения и цифры меняют канал.',
      ],
    },
  ],
}

function inRussian({ of, name, browser, find, pin, update }: Make): InformationContent {
  return {
    title: `Ekran на телевизоре ${name}`,
    lead: `На телевизорах ${name} (${browser}) Ekran открывается во встроенном браузере и управляется обычным пультом.`,
    sections: [
      {
        id: 'open',
        title: 'Открыть на телевизоре',
        blocks: [
          { kind: 'app', of },
          {
            kind: 'steps',
            items: [
              'Подключите телевизор к интернету: по кабелю или по Wi-Fi.',
              find.ru,
              'Наберите адрес сайта: он стоит под QR-кодом на этой странице.',
              pin.ru,
            ],
          },
        ],
      },
      {
        id: 'login',
        title: 'Войти без пароля',
        blocks: [
          {
            kind: 'steps',
            items: [
              'Выберите на телевизоре «Войти»: появится код из восьми цифр и QR-код.',
              'Наведите на QR-код камеру телефона, на котором вы уже вошли, или откройте на нём страницу подключения и введите код.',
              'Проверьте, что код на телефоне тот же, и нажмите «Разрешить».',
              'Через несколько секунд телевизор войдёт сам. Код действует десять минут, потом появится новый.',
            ],
          },
          { kind: 'link', name: 'Подключить телевизор', text: 'Ввести код с экрана', href: '/link' },
        ],
      },
      remoteInRussian,
      {
        id: 'trouble',
        title: 'Если не получается',
        blocks: [
          {
            kind: 'list',
            items: [
              'Если вместо рамки по экрану движется курсор, добавьте к адресу ?tv=1.',
              update.ru,
              'Если видео прерывается, подключите телевизор кабелем: нужно от 4\u00a0Мбит/с.',
            ],
          },
          { kind: 'contacts' },
        ],
      },
    ],
  }
}

const remoteInUzbek: InformationContent['sections'][number] = {
  id: 'remote',
  title: 'Pult',
  blocks: [
    {
      kind: 'list',
      items: [
        'Strelkalar ramkani siljitadi, OK tanlaydi, “Orqaga” qaytaradi.',
        'Ekran chetida chap strelka menyuni ochadi.',
        'Kanalda almashtirish tugmalari va raqamlar kanalni oʻzgartiradi.',
      ],
    },
  ],
}

function inUzbek({ of, name, browser, find, pin, update }: Make): InformationContent {
  return {
    title: `${name} televizorida Ekran`,
    lead: `${name} televizorlarida (${browser}) Ekran oʻrnatilgan brauzerda ochiladi va oddiy pult bilan boshqariladi.`,
    sections: [
      {
        id: 'open',
        title: 'Televizorda ochish',
        blocks: [
          { kind: 'app', of },
          {
            kind: 'steps',
            items: [
              'Televizorni internetga ulang: kabel yoki Wi-Fi orqali.',
              find.uz,
              'Sayt manzilini tering: u shu sahifadagi QR-kod ostida yozilgan.',
              pin.uz,
            ],
          },
        ],
      },
      {
        id: 'login',
        title: 'Parolsiz kirish',
        blocks: [
          {
            kind: 'steps',
            items: [
              'Televizorda “Kirish”ni tanlang: sakkiz raqamli kod va QR-kod chiqadi.',
              'Siz allaqachon kirgan telefon kamerasini QR-kodga tuting yoki unda ulash sahifasini ochib, kodni kiriting.',
              'Telefondagi kod oʻsha ekanini tekshiring va “Ruxsat berish”ni bosing.',
              'Bir necha soniyadan soʻng televizor oʻzi kiradi. Kod oʻn daqiqa amal qiladi, keyin yangisi chiqadi.',
            ],
          },
          { kind: 'link', name: 'Televizorni ulash', text: 'Ekrandagi kodni kiritish', href: '/link' },
        ],
      },
      remoteInUzbek,
      {
        id: 'trouble',
        title: 'Agar ishlamasa',
        blocks: [
          {
            kind: 'list',
            items: [
              'Ekranda ramka oʻrniga kursor yursa, manzilga ?tv=1 qoʻshing.',
              update.uz,
              'Video uzilsa, televizorni kabel bilan ulang: kamida 4\u00a0Mbit/s kerak.',
            ],
          },
          { kind: 'contacts' },
        ],
      },
    ],
  }
}

export const lg: InformationTexts = { ru: inRussian(lgMake), uz: inUzbek(lgMake) }
export const samsung: InformationTexts = { ru: inRussian(samsungMake), uz: inUzbek(samsungMake) }
