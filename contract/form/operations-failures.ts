import { edgeFailures } from './edge-failures.ts'
import type { FailureText } from './failure-text.ts'

/** Failures of backups and of the health of the installation. Numbers 490 to 494, 570 to 572, 675, 676. */
export const operationsFailures = {
  ...edgeFailures,
  backup_folder_wrong: {
    status: 200,
    number: 490,
    ru: 'Папки «{folder}» на сервере нет. Создайте её и укажите путь от корня: /backups/ekran',
    uz: '«{folder}» jildi serverda yoʻq. Uni yarating va toʻliq yoʻlini yozing: /backups/ekran',
  },
  backup_folder_closed: {
    status: 200,
    number: 491,
    ru: 'В папку «{folder}» сервер писать не может. Дайте на неё права пользователю, от которого он запущен',
    uz: 'Server «{folder}» jildiga yoza olmaydi. U ishlayotgan foydalanuvchiga huquq bering',
  },
  backup_folder_inside: {
    status: 200,
    number: 492,
    ru: 'Папка «{folder}» внутри папки данных и пропадёт вместе с ней. Выберите другую, лучше на другом диске',
    uz: '«{folder}» jildi maʼlumotlar jildi ichida va u bilan birga yoʻqoladi. Boshqasini, yaxshisi boshqa diskda tanlang',
  },
  backup_no_space: {
    status: 200,
    number: 493,
    ru: 'На диске мало места для копии: {space}. Освободите место или выберите другой диск',
    uz: 'Diskda nusxa uchun joy kam: {space}. Joy boʻshating yoki boshqa disk tanlang',
  },
  backup_running: {
    status: 200,
    number: 494,
    ru: 'Копия или проверка уже идёт. Дождитесь её окончания',
    uz: 'Nusxa olish yoki tekshirish ketmoqda. Tugashini kuting',
  },
  backup_quiet: {
    status: 200,
    number: 570,
    ru: 'Сервер работает в тихом режиме, и в фоне ничего не делает. Выключите его: npm run ekran -- quiet off',
    uz: 'Server sokin rejimda va fonda hech narsa qilmaydi. Uni oʻchiring: npm run ekran -- quiet off',
  },
  backup_folder_slow: {
    status: 200,
    number: 571,
    ru: 'Диск папки «{folder}» не отвечает. Проверьте его и повторите',
    uz: '«{folder}» jildining diski javob bermayapti. Uni tekshirib, qayta urining',
  },
  backup_store_refused: {
    status: 200,
    number: 675,
    ru: 'Хранилище не приняло пробную запись: {store}. Проверьте имя бакета, ключи и адрес (EKRAN_S3_… на сервере), права ключа и часы сервера',
    uz: 'Obyektlar ombori sinov yozuvini qabul qilmadi: {store}. Baket nomini, kalit va manzilni (serverdagi EKRAN_S3_…), kalit huquqlarini va server soatini tekshiring',
  },
  backup_store_foreign: {
    status: 200,
    number: 676,
    ru: 'В «{store}» лежат копии другого сервера. Укажите другой бакет или папку в нём: s3://bucket/folder',
    uz: '«{store}» ichida boshqa serverning nusxalari bor. Boshqa baket yoki undagi jildni koʻrsating: s3://bucket/folder',
  },
  log_search_running: {
    status: 200,
    number: 572,
    ru: 'В журнале уже ищут. Повторите через несколько секунд',
    uz: 'Jurnalda qidiruv ketmoqda. Bir necha soniyadan keyin qayta urining',
  },
} as const satisfies Record<string, FailureText>
