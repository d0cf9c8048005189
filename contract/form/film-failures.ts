import type { FailureText } from './failure-text.ts'

/** Failures about films: the packaging queue, uploads and the editor. Numbers from 307, from 360 and from 396. */
export const filmFailures = {
  queue_film_not_found: {
    status: 404,
    number: 307,
    ru: 'Этого фильма уже нет в очереди: его файл удалили или импортировали заново. Обновите страницу',
    uz: 'Bu film endi navbatda yoʻq: fayli oʻchirilgan yoki qayta import qilingan. Sahifani yangilang',
  },
  queue_film_busy: {
    status: 200,
    number: 308,
    ru: 'Сейчас с этим фильмом так поступить нельзя: его состояние изменилось. Посмотрите на него ещё раз',
    uz: 'Hozir bu film bilan bunday qilib boʻlmaydi: uning holati oʻzgardi. Unga yana bir bor qarang',
  },
  queue_film_over: {
    status: 200,
    number: 309,
    ru: 'Подготовка этого фильма уже закончилась',
    uz: 'Bu filmni tayyorlash allaqachon tugagan',
  },
  queue_source_gone: {
    status: 200,
    number: 310,
    ru: 'Файла {path} больше нет. Верните его на место или загрузите фильм заново',
    uz: '{path} fayli endi yoʻq. Uni joyiga qaytaring yoki filmni qayta yuklang',
  },
  queue_import_again: {
    status: 200,
    number: 311,
    ru: 'Повторить отсюда не получилось. Импортируйте папку с этим фильмом ещё раз: import films <папка> --again',
    uz: 'Bu yerdan takrorlab boʻlmadi. Shu film jildini qayta import qiling: import films <jild> --again',
  },
  upload_no_folder: {
    status: 200,
    number: 312,
    ru: 'Загружать некуда. Папку задаёт настройка EKRAN_FILMS_INBOX, и Ekran должен иметь право писать в неё',
    uz: 'Yuklaydigan joy yoʻq. Jildni EKRAN_FILMS_INBOX sozlamasi belgilaydi, Ekranda unga yozish huquqi boʻlishi kerak',
  },
  upload_name: {
    status: 200,
    number: 313,
    ru: 'По имени «{name}» не видно, что это за фильм. Назовите файл так: «Фильм (2021).mkv» или «Сериал S01E02.mkv»',
    uz: '«{name}» nomidan qaysi film ekani koʻrinmaydi. Faylni shunday nomlang: «Film (2021).mkv» yoki «Serial S01E02.mkv»',
  },
  upload_exists: {
    status: 200,
    number: 314,
    ru: 'Файл с именем «{name}» уже есть или уже загружается. Назовите этот файл иначе',
    uz: '«{name}» nomli fayl allaqachon bor yoki yuklanmoqda. Bu faylga boshqa nom bering',
  },
  upload_too_large: {
    status: 413,
    number: 315,
    ru: 'Файл слишком большой: можно до {limit} ГБ. Скопируйте его на сервер и импортируйте папку: import films',
    uz: 'Fayl juda katta: {limit} GB gacha mumkin. Uni serverga koʻchiring va jildni import qiling: import films',
  },
  upload_no_room: {
    status: 200,
    number: 316,
    ru: 'На диске не хватает места: нужно {needed} ГБ, свободно {free} ГБ. Освободите место и начните снова',
    uz: 'Diskda joy yetmaydi: {needed} GB kerak, {free} GB boʻsh. Joy boʻshating va qaytadan boshlang',
  },
  upload_not_found: {
    status: 404,
    number: 317,
    ru: 'Такой загрузки у вас нет: её отменили, или она была прервана больше суток назад. Выберите файл снова',
    uz: 'Sizda bunday yuklash yoʻq: u bekor qilingan yoki bir sutkadan oldin uzilgan. Faylni qayta tanlang',
  },
  upload_wrong_offset: {
    status: 200,
    number: 318,
    ru: 'Эта часть файла не подходит к уже загруженному. Продолжите с байта {offset}',
    uz: 'Faylning bu qismi yuklanganiga mos kelmaydi. {offset}-baytdan davom eting',
  },
  upload_not_a_film: {
    status: 200,
    number: 319,
    ru: 'Файл загружен, но это не фильм. Проверьте его в проигрывателе и загрузите исправный',
    uz: 'Fayl yuklandi, lekin bu film emas. Uni pleyerda tekshiring va sogʻlomini yuklang',
  },
  title_outside_region: {
    status: 200,
    number: 360,
    ru: 'По условиям правообладателя этот фильм нельзя смотреть из вашей сети',
    uz: 'Huquq egasining shartlariga koʻra bu filmni sizning tarmogʻingizdan koʻrib boʻlmaydi',
  },
  windows_overlap: {
    status: 200,
    number: 361,
    ru: 'Окна доступа пересекаются: на одной территории в одно время может быть только одно. Сдвиньте начало или конец',
    uz: 'Ochilish muddatlari kesishmoqda: bitta hududda bir vaqtda faqat bittasi boʻladi. Boshlanishini yoki oxirini suring',
  },
  person_gone: {
    status: 200,
    number: 362,
    ru: 'Такого человека уже нет: его объединили с другим. Обновите страницу',
    uz: 'Bunday inson endi yoʻq: u boshqasi bilan birlashtirilgan. Sahifani yangilang',
  },
  person_merged: {
    status: 200,
    number: 363,
    ru: 'Кого-то из них уже объединили с другим человеком. Обновите страницу и выберите снова',
    uz: 'Ulardan biri allaqachon boshqa inson bilan birlashtirilgan. Sahifani yangilab, qayta tanlang',
  },
  trailer_wrong: {
    status: 200,
    number: 364,
    ru: 'Этот файл не может быть трейлером: он не подготовлен или длиннее 10\u00a0минут, а трейлер смотрят без подписки',
    uz: 'Bu fayl treyler boʻla olmaydi: u tayyorlanmagan yoki 10\u00a0daqiqadan uzun, treyler esa obunasiz koʻriladi',
  },
  film_file_not_ready: {
    status: 200,
    number: 375,
    ru: 'Этот файл не принадлежит фильму или ещё не подготовлен. Обновите страницу или дождитесь подготовки',
    uz: 'Bu fayl filmga tegishli emas yoki hali tayyorlanmagan. Sahifani yangilang yoki tayyorlanishini kuting',
  },
  frame_not_taken: {
    status: 200,
    number: 376,
    ru: 'Кадр не получен: в этот момент его нет или сервер занят. Выберите другой момент или повторите через минуту',
    uz: 'Kadr olinmadi: bu lahzada u yoʻq yoki server band. Boshqa lahzani tanlang yoki bir daqiqadan keyin takrorlang',
  },
  marks_wrong: {
    status: 200,
    number: 377,
    ru: 'Отметки не подходят: каждая длится не меньше секунды, лежит внутри файла, и заставка кончается до титров. Сдвиньте начало или конец',
    uz: 'Belgilar toʻgʻri emas: har biri kamida bir soniya, fayl ichida, kirish esa yakuniy titrlardan oldin tugaydi. Boshini yoki oxirini suring',
  },
  episode_not_found: {
    status: 404,
    number: 396,
    ru: 'Этой серии здесь уже нет: её удалили или перенесли. Обновите страницу',
    uz: 'Bu qism bu yerda endi yoʻq: u oʻchirilgan yoki koʻchirilgan. Sahifani yangilang',
  },
  not_a_series: {
    status: 200,
    number: 397,
    ru: 'Серию можно перенести только в сериал: выбранного уже нет, или это фильм. Выберите другой',
    uz: 'Qismni faqat serialga koʻchirish mumkin: tanlangani endi yoʻq yoki u film. Boshqasini tanlang',
  },
  episode_number_high: {
    status: 200,
    number: 398,
    ru: 'Номер серии не бывает больше 9999. Выберите место с меньшим номером',
    uz: 'Qism raqami 9999 dan oshmaydi. Raqami kichikroq joyni tanlang',
  },
} as const satisfies Record<string, FailureText>
