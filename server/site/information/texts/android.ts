import type { InformationTexts } from './information-page.ts'

export const android: InformationTexts = {
  ru: {
    title: 'Ekran на Android',
    lead: 'На телефоне, планшете и приставке с Android Ekran открывается в браузере и закрепляется на экране, как приложение.',
    sections: [
      {
        id: 'phone',
        title: 'Телефон и планшет',
        blocks: [
          { kind: 'app', of: 'android' },
          {
            kind: 'steps',
            items: [
              'Откройте в Chrome адрес сайта: наведите камеру на QR-код на этой странице или наберите адрес под ним.',
              'Войдите по телефону и паролю или зарегистрируйтесь.',
              'Откройте меню Chrome (три точки) и выберите «Добавить на главный экран».',
              'Нажмите на появившийся значок: Ekran откроется сразу.',
            ],
          },
        ],
      },
      {
        id: 'box',
        title: 'Телевизор или приставка с Android TV',
        blocks: [
          {
            kind: 'steps',
            items: [
              'Установите из магазина приложений любой браузер, который управляется пультом, и откройте в нём адрес сайта.',
              'Нажмите «Войти»: появится код из восьми цифр и QR-код.',
              'Наведите на QR-код камеру телефона, на котором вы уже вошли, или откройте на нём страницу подключения и введите код.',
              'Сравните код, нажмите «Разрешить», и телевизор войдёт сам.',
            ],
          },
          { kind: 'link', name: 'Подключить телевизор', text: 'Ввести код с экрана', href: '/link' },
          {
            kind: 'text',
            text: 'Если экран не похож на телевизионный и пульт двигает курсор, добавьте к адресу ?tv=1: появится меню слева, и хватит четырёх стрелок.',
          },
        ],
      },
      {
        id: 'trouble',
        title: 'Если не получается',
        blocks: [
          {
            kind: 'list',
            items: [
              'Обновите браузер и Android System WebView в магазине приложений.',
              'Если видео прерывается, проверьте скорость: нужно от 4\u00a0Мбит/с. Рядом с роутером или по кабелю стабильнее.',
              'Если мест для устройств не осталось, отключите лишнее в кабинете.',
            ],
          },
          { kind: 'contacts' },
        ],
      },
    ],
  },
  uz: {
    title: 'Androidda Ekran',
    lead: 'Android telefon, planshet va pristavkada Ekran brauzerda ochiladi va ilova kabi ekranga qoʻyiladi.',
    sections: [
      {
        id: 'phone',
        title: 'Telefon va planshet',
        blocks: [
          { kind: 'app', of: 'android' },
          {
            kind: 'steps',
            items: [
              'Chromeda sayt manzilini oching: kamerani shu sahifadagi QR-kodga tuting yoki ostidagi manzilni tering.',
              'Telefon va parol bilan kiring yoki roʻyxatdan oʻting.',
              'Chrome menyusini (uch nuqta) oching va “Bosh ekranga qoʻshish”ni tanlang.',
              'Paydo boʻlgan belgini bosing: Ekran darrov ochiladi.',
            ],
          },
        ],
      },
      {
        id: 'box',
        title: 'Android TV televizor yoki pristavka',
        blocks: [
          {
            kind: 'steps',
            items: [
              'Ilovalar doʻkonidan pult bilan boshqariladigan istalgan brauzerni oʻrnating va unda sayt manzilini oching.',
              '“Kirish”ni bosing: sakkiz raqamli kod va QR-kod chiqadi.',
              'Siz allaqachon kirgan telefon kamerasini QR-kodga tuting yoki unda ulash sahifasini ochib, kodni kiriting.',
              'Kodni solishtiring, “Ruxsat berish”ni bosing, televizor oʻzi kiradi.',
            ],
          },
          { kind: 'link', name: 'Televizorni ulash', text: 'Ekrandagi kodni kiritish', href: '/link' },
          {
            kind: 'text',
            text: 'Koʻrinish televizornikiga oʻxshamasa va pult kursorni siljitsa, manzilga ?tv=1 qoʻshing: chapda menyu paydo boʻladi va toʻrtta strelka yetadi.',
          },
        ],
      },
      {
        id: 'trouble',
        title: 'Agar ishlamasa',
        blocks: [
          {
            kind: 'list',
            items: [
              'Ilovalar doʻkonida brauzer va Android System WebViewni yangilang.',
              'Video uzilsa, tezlikni tekshiring: kamida 4\u00a0Mbit/s kerak. Router yonida yoki kabel orqali barqarorroq.',
              'Qurilmalar uchun joy qolmagan boʻlsa, kabinetda keraksizini uzing.',
            ],
          },
          { kind: 'contacts' },
        ],
      },
    ],
  },
}
