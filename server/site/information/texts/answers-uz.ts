import type { InformationContent } from './information-page.ts'

export const answersInUzbek: InformationContent = {
  title: 'Savollar va javoblar',
  lead: 'Eng koʻp soʻraladigan narsalar haqida qisqacha. Savolingizni topmasangiz, qoʻllab-quvvatlash xizmati sahifa oxirida.',
  sections: [
    {
      id: 'begin',
      title: 'Boshlash',
      blocks: [
        {
          kind: 'answer',
          id: 'what-is-needed',
          question: 'Koʻrish uchun nima kerak?',
          text: 'Kamida 4\u00a0Mbit/s internet va zamonaviy brauzerli istalgan qurilma: telefon, kompyuter, televizor. Koʻrsatuvlar dasturi va tavsiflar kirmasdan ham koʻrinadi, kanallarni koʻrish uchun hisob va obuna kerak.',
        },
        {
          kind: 'answer',
          id: 'register',
          question: 'Qanday roʻyxatdan oʻtiladi?',
          text: '“Kirish”ni bosing va roʻyxatdan oʻtishni tanlang. Telefon raqamini SMS yoki qoʻngʻiroqdagi kod bilan tasdiqlang, parol oʻylab toping. Sizga abonent raqami beriladi: u bilan ham kirish mumkin.',
        },
        {
          kind: 'answer',
          id: 'no-code',
          question: 'Kod kelmayapti. Nima qilay?',
          text: 'Bir daqiqa kuting va kodni qoʻngʻiroq orqali soʻrang: robot uni aytadi. Kod besh daqiqa amal qiladi, faqat oxirgisi toʻgʻri keladi. Raqam +998 bilan boshlanishini va telefonda qisqa raqamlardan SMS qabul qilish yopilmaganini tekshiring.',
        },
        {
          kind: 'answer',
          id: 'forgot-password',
          question: 'Parolni unutdim',
          text: 'Kirish sahifasida tiklashni tanlang: hisob telefoniga kod yuboramiz va siz yangi parol oʻrnatasiz. Hisobda telefon boʻlmasa, qoʻllab-quvvatlash xizmatiga murojaat qiling.',
        },
        {
          kind: 'answer',
          id: 'language',
          question: 'Tilni qanday almashtirsa boʻladi?',
          text: 'Tilni almashtirish tugmasi sayt tepasida, sahifa oxirida va kabinetda bor. Film ovozi va subtitrlar tili pleyer sozlamalarida tanlanadi.',
        },
      ],
    },
    {
      id: 'devices',
      title: 'Qurilmalar va televizor',
      blocks: [
        {
          kind: 'answer',
          id: 'connect-tv',
          question: 'Televizorda parolsiz qanday kiriladi?',
          text: 'Televizorda saytni oching va “Kirish”ni bosing: sakkiz raqamli kod chiqadi. Uni telefonda “Televizorni ulash” sahifasida kiriting yoki kamerani QR-kodga tuting, kodni solishtiring va “Ruxsat berish”ni bosing.',
        },
        {
          kind: 'answer',
          id: 'how-many-devices',
          question: 'Nechta qurilma ulash mumkin?',
          text: 'Bitta hisobda beshtagacha qurilma. Joylar band boʻlsa, kirishda roʻyxat chiqadi: qaysi birini uzishni tanlang. Buni kabinetda ham qilish mumkin.',
        },
        {
          kind: 'answer',
          id: 'strange-device',
          question: 'Kabinetda notanish qurilma bor',
          text: 'Uni oʻsha yerda uzing: u darrov chiqadi. Soʻng parolni almashtiring, shunda siz turgan qurilmadan boshqa hammasi chiqadi.',
        },
        {
          kind: 'answer',
          id: 'remote',
          question: 'Pult ramkani emas, kursorni siljityapti',
          text: 'Televizor brauzeri oʻzini tanitmadi. Manzilga ?tv=1 qoʻshing: televizor uchun koʻrinish ochiladi, unda strelkalar, OK va “Orqaga” yetadi.',
        },
      ],
    },
    {
      id: 'watching',
      title: 'Koʻrish',
      blocks: [
        {
          kind: 'answer',
          id: 'archive',
          question: 'Oʻtib ketgan koʻrsatuvni koʻrsa boʻladimi?',
          text: 'Ha, arxivli kanallarda koʻrsatuvlar yetti kun saqlanadi. Kanalni oching, kun va koʻrsatuvni tanlang. Ketayotgan koʻrsatuvni boshidan boshlash mumkin. Huquq egasi yozishga ruxsat bermagan boʻlsa, koʻrsatuvda shunday yozilgan.',
        },
        {
          kind: 'answer',
          id: 'stutters',
          question: 'Video uzilib qolyapti yoki uzoq yuklanyapti',
          text: 'Tezlikni tekshiring: kamida 4\u00a0Mbit/s kerak. Yuklab olishlarni toʻxtating, routerga yaqinroq keling yoki kabel ulang. Pleyer sozlamalarida pastroq sifatni tanlash mumkin. Gap aloqada boʻlmasa, video ostidagi tugma bilan muammo haqida xabar bering: qayerda boʻlganini koʻramiz.',
        },
        {
          kind: 'answer',
          id: 'sound',
          question: 'Ovoz va subtitrlarni qanday almashtirsa boʻladi?',
          text: 'Pleyerdagi tishli gʻildirakni bosing. U yerda ovoz tili, subtitrlar, sifat va tezlik bor. Tanlov shu qurilmada eslab qolinadi.',
        },
        {
          kind: 'answer',
          id: 'unavailable',
          question: 'Video hozir mavjud emas, deb yozyapti',
          text: 'Fayl tayyorlanmoqda yoki vaqtincha yoʻq. Keyinroq urinib koʻring: sahifa oʻsha manzilda qoladi.',
        },
        {
          kind: 'answer',
          id: 'keys',
          question: 'Kompyuterda qanday tugmalar bor?',
          text: 'Boʻsh joy tugmasi — pauza, chap va oʻng strelkalar — oldinga va orqaga, F — toʻliq ekran, M — ovoz. Toʻliq roʻyxat pleyerda “?” tugmasi bilan ochiladi.',
        },
        {
          kind: 'answer',
          id: 'abroad',
          question: 'Nega chet elda kanallar kam?',
          text: 'Koʻpchilik kanallarga huquqlar faqat Oʻzbekistonda amal qiladi. Uning tarmogʻidan tashqarida 24 ta kanal ochiq. Oʻzbekistonda boʻlsangiz, VPNni oʻchiring; yordam bermasa, qoʻllab-quvvatlash xizmatiga yozing.',
        },
      ],
    },
    {
      id: 'payment',
      title: 'Toʻlov',
      blocks: [
        {
          kind: 'answer',
          id: 'price',
          question: 'Bu qancha turadi?',
          text: 'Tariflarning narxi va tarkibi “Tariflar” sahifasida. Narx koʻrsatilgan davr uchun soʻmda, barcha soliqlar bilan.',
        },
        {
          kind: 'answer',
          id: 'suspended',
          question: 'Obuna toʻxtatilgan. Bu nima degani?',
          text: 'Yangi davr boshiga balansda pul yetmadi. Hech narsa yechilmagan va qarz yoʻq. Kabinet qancha yetishmasligini koʻrsatadi; toʻldirilgach, obuna davom etadi.',
        },
        {
          kind: 'answer',
          id: 'turn-off',
          question: 'Obunadan qanday voz kechish mumkin?',
          text: 'Toʻlangan davr oxirigacha sizniki boʻlib qoladi. Asosiy tarifni davr oʻrtasida toʻxtatib boʻlmaydi: u almashtiriladi yoki uzaytirilmaydi. Uzaytirmaslik uchun qoʻllab-quvvatlash xizmatiga murojaat qiling.',
        },
        {
          kind: 'answer',
          id: 'delete',
          question: 'Hisob va maʼlumotlarni qanday oʻchirsa boʻladi?',
          text: 'Hisob telefonidan qoʻllab-quvvatlash xizmatiga murojaat qiling: siz ekaningizga ishonch hosil qilib, oʻn ish kunidan kechiktirmay oʻchiramiz. Oʻchirishni bekor qilib boʻlmaydi.',
        },
      ],
    },
    { id: 'contacts', title: 'Qoʻllab-quvvatlash', blocks: [{ kind: 'contacts' }] },
  ],
}
