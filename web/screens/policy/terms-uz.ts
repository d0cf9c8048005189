import type { Terms } from './terms.ts'

export const terms: Terms = {
  title: 'Foydalanish shartlari va maxfiylik',
  lead: 'Bu yerda {service} xizmatidan foydalanganingizda nimaga kelishayotganimiz va maʼlumotlaringiz bilan nima boʻlishi yozilgan. Roʻyxatdan oʻtish bilan siz bu shartlarni qabul qilasiz.',
  since: '{date}dan amal qiladi',
  contents: 'Mundarija',
  sections: [
    {
      id: 'short',
      title: 'Qisqacha',
      body: [
        [
          'Hisob sizniki va oilangizniki: beshtagacha qurilma, parolni hech kimga aytmang.',
          'Balansda pul yetarli boʻlsa va siz oʻchirmagan boʻlsangiz, obuna oʻzi uzayadi. Pul yetmasa, biz hech narsa yechmaymiz, obuna esa kutib turadi.',
          'Kanallarning bir qismini faqat Oʻzbekiston tarmogʻida koʻrsatish mumkin.',
          'Biz faqat xizmat ishlashi uchun zarur boʻlgan yoki qonun talab qilgan maʼlumotlarni saqlaymiz va ularni sotmaymiz.',
          'Hisob va maʼlumotlarni oʻchirish mumkin: qoʻllab-quvvatlash xizmatiga murojaat qilish kifoya.',
        ],
        'Bu qisqacha bayon tushunishga yordam beradi, lekin sizni ham, bizni ham quyidagi toʻliq matn majbur qiladi.',
      ],
    },
    {
      id: 'parties',
      title: 'Biz kimmiz va bu qanday shartnoma',
      body: [
        '{service} xizmatini {company} (keyingi oʻrinlarda «biz») koʻrsatadi. Xizmat manzili: {site}, qoʻllab-quvvatlash telefoni: {phone}.',
        '{service} telekanallarni, ularning soʻnggi kunlardagi yozuvlarini, filmlar va seriallarni internet orqali koʻrsatadi. Bu shartlar Oʻzbekiston Respublikasi qonunchiligiga koʻra ommaviy ofertadir: roʻyxatdan oʻtishda rozilikni belgilaganingizda yoki xizmatdan roʻyxatdan oʻtmasdan foydalana boshlaganingizda shartnoma tuzilgan boʻladi.',
        'Koʻrsatuvlar dasturini, tavsiflarni va ochiq sahifalarni roʻyxatdan oʻtmasdan koʻrish mumkin. Mehmonga hudud, kontentga boʻlgan huquqlar, cookie va maʼlumotlar haqidagi boʻlimlar tegishli.',
      ],
    },
    {
      id: 'account',
      title: 'Hisob',
      body: [
        '18 yoshdan katta inson roʻyxatdan oʻta oladi; undan kichiklar ota-onasi yoki vasiysining roziligi bilan, hisob uchun ham oʻsha kattalar javob beradi. Roʻyxatdan oʻtish uchun SMS yoki qoʻngʻiroqdagi kod bilan tasdiqlangan Oʻzbekiston mobil raqami kerak. Kod oʻrniga tekshiruv yoqilgan joyda telefonni keyinroq kabinetda tasdiqlash mumkin.',
        'Hisobga abonent raqami beriladi. Siz telefon yoki shu raqam va parol bilan kirasiz. Oʻz raqamingizni koʻrsating: kirishni shu raqam orqali tiklaymiz.',
        'Parolni sir saqlang. Bir martalik kod besh daqiqa amal qiladi va faqat sizga kerak: xodimlarimiz uni soʻramaydi. Parolni yana kimdir bilib qolgan deb oʻylasangiz, uni oʻzgartiring: shunda qolgan barcha qurilmalar hisobdan chiqadi.',
        'Hisobni begonalarga berish, sotish yoki kontentni ommaga koʻrsatish mumkin emas.',
      ],
    },
    {
      id: 'devices',
      title: 'Qurilmalar va kirishlar',
      body: [
        'Bitta hisobda beshtagacha qurilma boʻlishi mumkin. Ularning roʻyxati, nomi, oxirgi kirish vaqti va joyi kabinetda koʻrinadi; istalganini uzish mumkin va u darhol chiqadi. Bir vaqtda nechta qurilma tomosha qilishini tarif belgilaydi.',
        'Kirish siz undan foydalanar ekansiz amal qiladi: qurilma 60 kun koʻrinmasa, har qanday holatda esa bir yildan soʻng tugaydi. Kirish qurilmaga bogʻlangan. Kirish kalitidan boshqa qurilmada foydalanishga urinilsa, biz uni tugatamiz.',
      ],
    },
    {
      id: 'content',
      title: 'Nimani va qanday tomosha qilish mumkin',
      body: [
        'Obuna amal qilar ekan yoki kontent hamma uchun ochiq ekan, siz kanallar, filmlar va seriallarni oʻzingiz va oilangiz uchun tomosha qilish huquqini olasiz. Boshqa huquqlar huquq egalarida qoladi: yozib olish, nusxalash, boshqalarga uzatish, jamoat joylarida koʻrsatish va himoyani chetlab oʻtish mumkin emas.',
        'Kanallar va filmlar tarkibi oʻzgarib turadi: ularga boʻlgan huquqlar muddatli. Huquq egasi ruxsat bergan boʻlsa, koʻrsatuvlar yozuvi yetti kungacha mavjud. Tomosha uchun 4\u00a0Mbit/s va undan tez aloqa kerak; tasvir sifati unga moslashadi.',
        'Film va koʻrsatuvlarda yosh chegarasi koʻrsatilgan. Bolalar nimani tomosha qilayotganini kuzatish kattalarning burchi.',
      ],
    },
    {
      id: 'region',
      title: 'Hudud',
      body: [
        'Koʻpchilik kanallarga boʻlgan huquqlar faqat Oʻzbekistonda amal qiladi. Oʻzbekiston tarmogʻida ekaningizni tarmoq manzili boʻyicha aniqlaymiz, aniq joylashuvingizni soʻramaymiz. Undan tashqarida 24 ta kanal mavjud; bunda obuna toʻxtatilmaydi va qayta hisoblanmaydi.',
        'Siz Oʻzbekistonda boʻlsangiz-u, xizmat boshqacha hisoblasa, VPNni oʻchiring yoki qoʻllab-quvvatlash xizmatiga murojaat qiling.',
      ],
    },
    {
      id: 'payment',
      title: 'Toʻlov va avtomatik uzaytirish',
      body: [
        'Narxlar soʻmda va barcha soliqlar bilan koʻrsatilgan. Obuna narxi va muddati tasdiqlashdan oldin koʻrinadi: tasdigʻingizsiz hech narsa yechilmaydi.',
        'Balansni karta va ulangan toʻlov tizimlari orqali toʻldirish mumkin: bir martada 1\u00a0000 dan 1\u00a0000\u00a0000\u00a0soʻmgacha. Karta maʼlumotlari bank yoki toʻlov tizimi uchun kiritiladi. Biz karta raqamini emas, uni tiklab boʻlmaydigan belgisini saqlaymiz.',
        'Obuna puli davr uchun oldindan yechiladi, obuna odatda oʻzi uzayadi. Avtomatik uzaytirishni oʻchirish mumkin: toʻlangan davr oxirigacha sizniki boʻlib qoladi. Asosiy tarifni almashtirish yoki uzaytirmaslik mumkin; uni toʻlangan davr oʻrtasida toʻxtatib boʻlmaydi.',
        'Davr boshiga pul yetmasa, obuna toʻxtatib turiladi va balans toʻldirilmaguncha haq hisoblanmaydi. Qancha yetishmasligini kabinet koʻrsatadi.',
        'Obunangiz narxi oʻzgarishi haqida oldindan, kamida 10 kun avval xabar beramiz; yangi narx keyingi davrdan amal qiladi. Xizmat bizning aybimiz bilan koʻrsatilmagan boʻlsa, obunani shu vaqtga uzaytiramiz yoki uning pulini qaytaramiz. Balansning ishlatilmagan qoldigʻi ariza asosida qaytariladi.',
      ],
    },
    {
      id: 'ending',
      title: 'Toʻxtatib turish, bloklash va oʻchirish',
      body: [
        'Hisobdan qonun yoki shu shartlar buzilsa, xizmat ishiga xalaqit berilsa, kirish qayta sotilsa yoki hisobni begona egallab olgani belgilari boʻlsa, uni bloklashimiz mumkin. Kirishda hisob bloklangani va qayerga murojaat qilish aytiladi. Sababini qoʻllab-quvvatlash xizmati aytadi; qarorga eʼtiroz bildirish mumkin.',
        'Hisob sizning iltimosingiz bilan yoki shartnoma tugaganda faolsizlantiriladi. Sizning aybingizsiz bloklanganda toʻlangan, lekin ishlatilmagan vaqt qaytariladi.',
      ],
    },
    {
      id: 'liability',
      title: 'Uzilishlar va javobgarlik',
      body: [
        'Xizmat doim ishlashi uchun harakat qilamiz, lekin profilaktika, avariyalar, aloqa operatorlari va telekompaniyalardagi uzilishlar boʻlib turadi. Efir mazmuni uchun telekanallar javob beradi. Sizning aloqangiz va qurilmangiz uchun biz javob bermaymiz.',
        'Bu shartlardagi hech narsa Oʻzbekiston Respublikasining isteʼmolchilar huquqlarini himoya qilish haqidagi qonunchiligi bergan huquqlaringizni cheklamaydi.',
      ],
    },
    {
      id: 'data',
      title: 'Qanday maʼlumotlarni, nima uchun va qancha saqlaymiz',
      body: [
        'Shaxsiy maʼlumotlarni Oʻzbekiston Respublikasining «Shaxsga doir maʼlumotlar toʻgʻrisida»gi Qonuniga koʻra, siz bilan tuzilgan shartnoma va roziligingiz asosida qayta ishlaymiz. Oʻzbekiston fuqarolarining maʼlumotlari Oʻzbekistondagi serverlarda saqlanadi.',
        [
          'Telefon, ism, abonent raqami, til: hisobingiz boʻlishi uchun. Hisob bor ekan.',
          'Shahar: uni siz, qoʻllab-quvvatlash yoki provayderingiz koʻrsatgan boʻlsa, yoki siz tomosha qiladigan tarmoq boʻyicha. Shahringizga oid narsalar haqida yozish uchun. Hisob bor ekan.',
          'Parol: faqat qaytarib boʻlmaydigan xesh (argon2id) koʻrinishida, parolning oʻzi bizga nomaʼlum. Hisob bor ekan.',
          'Qurilmalar: turi, modeli, nomi, kirishda yaratilgan tasodifiy raqami, oxirgi murojaat vaqti va tarmoq manzili. Ularni sizga koʻrsatish va begona kirishni sezish uchun. Qurilma hisobda ekan.',
          'Pleyer xatolari: vaqti, kanal yoki film, xato kodi, qurilma va ilova versiyasi. Qoʻllab-quvvatlash xizmati nega koʻrsatmayotganini tushunishi uchun. 30 kun.',
          'Koʻrsatish sifati: qurilma turlari, tarmoqlar va ularning shaharlari boʻyicha soatiga nechta tomosha, xato va toʻxtash boʻlgani, ism va manzillarsiz. Tarmoqning yomon joylarini topish uchun. Soatlar 30 kun, keyin faqat kun yigʻindilari.',
          'Bir martalik kodlar: faqat xesh koʻrinishida, besh daqiqa amal qiladi. Telefonni tasdiqlash uchun.',
          'Balans, obunalar, toʻlovlar: shartnomani bajarish uchun. Toʻlovlar yozuvi buxgalteriya hisobi toʻgʻrisidagi qonun talab qilgan muddatgacha, hisob oʻchirilgandan keyin ham.',
          'Sevimlilar, baholar, tarix va toʻxtagan joy: oʻsha joydan davom ettirish uchun. Siz oʻchirmaguningizcha yoki hisob bor ekan.',
          'Profillar: ism, rasm, rang, til, yosh, ruxsat etilgan kanallar va soatlar, kunlik tomosha daqiqalari; PIN faqat xesh koʻrinishida. Oilada har kimning oʻziniki boʻlishi, bolalar esa ruxsat etilganini koʻrishi uchun. Profilni oʻchirmaguningizcha yoki hisob bor ekan.',
          'Eslatmalar va siz kuzatayotgan koʻrsatuvlar: vaqtida eslatish va sonlarini yigʻish uchun. Eslatmalar koʻrsatuvdan keyin yana 15 kun, qolgani siz oʻchirmaguningizcha.',
          'Yozuvlar: qaysi koʻrsatuvlarni saqlaganingiz, ularni qaysi profil saqlagani va qayerda toʻxtaganingiz. Ularni koʻrsatish uchun. Siz oʻchirmaguningizcha yoki muddati tugamaguncha, bu haqda bir hafta oldin ogohlantiramiz.',
          'Telegram, uni ulagan boʻlsangiz: Telegramdagi raqam va ism, til, u yerga nima yuborish. Bildirishnomalar va kodlarni yuborish uchun. Uni uzmaguningizcha.',
          'Brauzer va ilovadagi bildirishnomalar, ularga ruxsat bergan boʻlsangiz: qurilmaning bildirishnoma xizmatidagi manzili. Ularni oʻchirmaguningizcha yoki hisobdan chiqmaguningizcha.',
          'Nima tomosha qilingani: kanal yoki film, qurilma, kun va necha soniya. Huquq egalariga hisobot berish va nima koʻproq koʻrilishini bilish uchun. 45 kun, keyin faqat ismsiz kun yigʻindilari.',
          'Xavfsizlik jurnali: kirishlar, rad etishlar, parol oʻzgarishi, qurilmalarning uzilishi, vaqti va tarmoq manzili bilan, parol va kodlarsiz. Hisob egallab olinganini aniqlash uchun. Jurnaldagi satrni sezdirmay oʻzgartirib yoki olib tashlab boʻlmaydi, shuning uchun hisob oʻchirilgach ham unda ism va telefonsiz yozuvlar qoladi.',
          'Qayerdan kelganingiz (utm belgilari): qaysi reklama ishlashini bilish uchun. Brauzerda bir yil va roʻyxatdan oʻtish yozuvi bilan birga.',
        ],
        'Aniq joylashuv, kontaktlar, fayllar, mikrofon va kameradan foydalanmaymiz. Siz uchun huquqiy oqibatga ega qarorlarni inson ishtirokisiz qabul qilmaymiz.',
      ],
    },
    {
      id: 'sharing',
      title: 'Maʼlumotlar kimga beriladi',
      body: [
        [
          'SMS va qoʻngʻiroq operatorlariga: telefon raqami va kod yozilgan xabar.',
          'Telegramga, uni ulagan boʻlsangiz: bot sizga yuboradigan bildirishnomalar va kodlar matni.',
          'Google, Apple va brauzerlarning bildirishnoma xizmatlariga, ruxsat bergan boʻlsangiz: qurilmangiz uchun bildirishnoma matni.',
          'Banklar va toʻlov tizimlariga: abonent raqami va toʻlov summasi.',
          'Davlat organlariga: faqat qonuniy soʻrov boʻyicha va faqat soʻralgani.',
        ],
        'Biz maʼlumotlarni sotmaymiz va reklama tarmoqlariga bermaymiz. Sahifalarda begona hisoblagichlar yoʻq.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookie va brauzer xotirasi',
      body: [
        'Biz faqat xizmat ishlashi uchun zarur narsalardan va reklama belgilaridan foydalanamiz:',
        [
          'brauzer xotirasida: kirish kaliti (token), kirish belgisi (access), abonent raqami, qurilma raqami, til, tanlangan profil, filmlardagi joylar va birinchi ishga tushirish belgisi (check2). Chiqilganda hisob maʼlumotlari oʻchiriladi;',
          'utm_source, utm_medium, utm_campaign cookie fayllari: shunday belgili havola orqali kelgan boʻlsangiz, bir yilga. Roʻyxatdan oʻtishda ular bizga yuboriladi;',
          'varaq yopilguncha: kirgandan soʻng qaytiladigan sahifa.',
        ],
        'Bularning barchasini brauzer sozlamalarida oʻchirish mumkin: shunda qaytadan kirish kerak boʻladi.',
      ],
    },
    {
      id: 'rights',
      title: 'Huquqlaringiz va hisobni oʻchirish',
      body: [
        'Siz haqingizda qanday maʼlumotlar saqlashimizni bilish, ularning nusxasini olish, tuzatish, qayta ishlashni cheklash, rozilikni qaytarib olish va oʻchirishni talab qilish huquqiga egasiz.',
        'Telefon, qurilmalar nomi va parol kabinetda oʻzgartiriladi. Hisobni oʻchirish yoki maʼlumotlar nusxasini olish uchun hisob telefonidan qoʻllab-quvvatlash xizmatiga ({phone}) murojaat qiling: siz ekaningizni tekshiramiz va oʻn ish kunidan kechiktirmay javob beramiz. Oʻchirishni bekor qilib boʻlmaydi. Ism, telefon, qurilmalar va tarix oʻchiriladi; faqat qonun saqlashga majbur qilgani qoladi.',
        'Huquqlaringizni buzdik deb hisoblasangiz, shaxsga doir maʼlumotlar boʻyicha vakolatli davlat organiga yoki sudga murojaat qilishingiz mumkin.',
      ],
    },
    {
      id: 'changes',
      title: 'Shartlarning oʻzgarishi',
      body: [
        'Yangi tahrir shu sahifada amal qila boshlaydigan sanasi bilan paydo boʻladi. Muhim oʻzgarishlar haqida kamida 10 kun oldin xabar beramiz. Ularga rozi boʻlmasangiz, shu sanagacha obunani oʻchiring va hisobni oʻchirib tashlang: ishlatilmagan qoldiqni qaytaramiz.',
        'Shartlar rus va oʻzbek tillarida tuzilgan. Farq boʻlsa, oʻzbekcha matn amal qiladi. Nizolar Oʻzbekiston Respublikasi huquqi boʻyicha, avval yozma murojaat bilan hal qilinadi.',
      ],
    },
    {
      id: 'contacts',
      title: 'Aloqa',
      body: ['{company}, {service} xizmati. Qoʻllab-quvvatlash telefoni: {phone}. Sayt: {site}.'],
    },
  ],
}
