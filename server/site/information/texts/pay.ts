import type { InformationTexts } from './information-page.ts'

export const pay: InformationTexts = {
  ru: {
    title: 'Оплата',
    lead: 'Подписка списывается с баланса аккаунта. Цена и срок видны заранее, в сумах и со всеми налогами.',
    sections: [
      {
        id: 'balance',
        title: 'Как пополнить баланс',
        blocks: [
          {
            kind: 'steps',
            items: [
              'Откройте кабинет: там стоят абонентский номер, баланс и, если денег не хватает, сколько именно.',
              'Обратитесь в поддержку и назовите абонентский номер или покажите его QR-код из кабинета.',
              'Поддержка подскажет, как внести деньги. Когда они поступят, баланс в кабинете изменится, и приостановленная подписка продолжится сама.',
            ],
          },
          { kind: 'link', name: 'Кабинет', text: 'Номер, баланс и подписки', href: '/cabinet' },
        ],
      },
      {
        id: 'safety',
        title: 'Чего мы никогда не спросим',
        blocks: [
          {
            kind: 'text',
            text: 'Сотрудники не спрашивают пароль от аккаунта, коды из SMS и код с обратной стороны карты. Если кто-то просит их от нашего имени, это мошенник: положите трубку и позвоните нам сами.',
          },
        ],
      },
      {
        id: 'renewal',
        title: 'Как продлевается подписка',
        blocks: [
          {
            kind: 'list',
            items: [
              'Подписка оплачивается за период вперёд и продлевается сама, пока на балансе хватает денег.',
              'Если денег не хватило, подписка приостанавливается, и ничего не списывается, пока баланс не пополнен.',
              'Основной тариф нельзя прервать посреди оплаченного периода: его можно сменить или не продлевать.',
              'Об изменении цены мы предупреждаем не позднее чем за 10 дней; новая цена действует со следующего периода.',
            ],
          },
          { kind: 'link', name: 'Тарифы', text: 'Что входит и сколько стоит', href: '/tariff' },
        ],
      },
      { id: 'contacts', title: 'Поддержка', blocks: [{ kind: 'contacts' }] },
    ],
  },
  uz: {
    title: 'Toʻlov',
    lead: 'Obuna haqi hisobingiz balansidan yechiladi. Narx va muddat oldindan, soʻmda va barcha soliqlar bilan koʻrsatiladi.',
    sections: [
      {
        id: 'balance',
        title: 'Balansni qanday toʻldirish mumkin',
        blocks: [
          {
            kind: 'steps',
            items: [
              'Kabinetni oching: u yerda abonent raqami, balans va pul yetmasa, aynan qancha yetishmasligi turadi.',
              'Qoʻllab-quvvatlash xizmatiga murojaat qiling va abonent raqamini ayting yoki kabinetdagi QR-kodini koʻrsating.',
              'Xizmat pulni qanday kiritishni aytadi. Pul tushgach, kabinetdagi balans oʻzgaradi va toʻxtatilgan obuna oʻzi davom etadi.',
            ],
          },
          { kind: 'link', name: 'Kabinet', text: 'Raqam, balans va obunalar', href: '/cabinet' },
        ],
      },
      {
        id: 'safety',
        title: 'Biz hech qachon soʻramaydigan narsalar',
        blocks: [
          {
            kind: 'text',
            text: 'Xodimlarimiz hisob parolini, SMSdagi kodlarni va karta orqasidagi kodni soʻramaydi. Kimdir ularni bizning nomimizdan soʻrasa, bu firibgar: goʻshakni qoʻying va bizga oʻzingiz qoʻngʻiroq qiling.',
          },
        ],
      },
      {
        id: 'renewal',
        title: 'Obuna qanday uzaytiriladi',
        blocks: [
          {
            kind: 'list',
            items: [
              'Obuna haqi davr uchun oldindan toʻlanadi va balansda pul yetguncha oʻzi uzaytiriladi.',
              'Pul yetmasa, obuna toʻxtatib turiladi va balans toʻldirilmaguncha hech narsa yechilmaydi.',
              'Asosiy tarifni toʻlangan davr oʻrtasida toʻxtatib boʻlmaydi: uni almashtirish yoki uzaytirmaslik mumkin.',
              'Narx oʻzgarishi haqida kamida 10 kun oldin ogohlantiramiz; yangi narx keyingi davrdan amal qiladi.',
            ],
          },
          { kind: 'link', name: 'Tariflar', text: 'Nimalar kiradi va narxi qancha', href: '/tariff' },
        ],
      },
      { id: 'contacts', title: 'Qoʻllab-quvvatlash', blocks: [{ kind: 'contacts' }] },
    ],
  },
}
