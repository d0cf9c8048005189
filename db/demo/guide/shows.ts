/** The programmes of channels that do not show films, by the channel's character. */
import type { Character } from '#db/demo/channels.ts'

export interface Show {
  readonly ru: string
  readonly uz: string
  readonly about_ru: string
  readonly about_uz: string
  readonly shortestMin: number
  readonly longestMin: number
  /** Parts of the day it may be in: n(ight), m(orning), d(ay), e(vening). */
  readonly parts: string
  /** The film of the catalogue, when it is one. */
  readonly assetId?: string
}

// Three lines per programme: time and length | name | name in Uzbek, then its description in both languages.
function read(text: string): Show[] {
  const lines = text.trim().split('\n')
  const read: Show[] = []
  for (let i = 0; i < lines.length; i += 3) {
    const [head = '', ru = '', uz = ''] = (lines[i] ?? '').split('|').map((part) => part.trim())
    const [, parts = '', shortest, longest] = /^([nmde]+) (\d+)-(\d+)$/.exec(head) ?? []
    const [about_ru = '', about_uz = ''] = [lines[i + 1], lines[i + 2]]
    if (parts === '' || uz === '' || about_uz === '')
      throw new Error(`a programme has the wrong format: ${lines[i]}`)
    read.push({
      ru,
      uz,
      about_ru,
      about_uz,
      parts,
      shortestMin: Number(shortest),
      longestMin: Number(longest),
    })
  }
  return read
}

const general = read(`
m 60-120 | Доброе утро, махалля! | Assalom, mahalla!
Утро в прямом эфире: погода, дороги, разминка и разговор за чаем.
Jonli efirdagi tong: ob-havo, yoʻllar, badantarbiya va choy ustidagi suhbat.
md 30-60 | Кухня на двоих | Ikki kishilik oshxona
Муж и жена готовят обед наперегонки; проигравший моет посуду.
Er-xotin tushlikni bellashib tayyorlaydi; yutqazgani idish yuvadi.
d 40-60 | Дом с айваном | Ayvonli uy
Архитекторы возвращают старым домам воздух, тень и воду во дворе.
Meʼmorlar eski uylarga havo, soya va hovlidagi suvni qaytaradi.
de 30-55 | Спроси у юриста | Yuristdan soʻrang
Коротко и понятно отвечаем на вопросы зрителей о наследстве, жилье и работе.
Meros, uy-joy va ish haqidagi savollarga qisqa va tushunarli javoblar.
de 45-90 | Прямой разговор | Ochiq suhbat
Три гостя, одна тема и ни одного заготовленного вопроса.
Uch mehmon, bitta mavzu va tayyorlab qoʻyilmagan savollar.
e 60-120 | Вечер в хорошей компании | Yaxshi davra
Актёры и музыканты рассказывают то, о чём не спрашивают в интервью.
Aktyor va sozandalar intervyularda soʻralmaydigan voqealarni aytib beradi.
nde 45-110 | Семейный сеанс | Oilaviy seans
Фильм, который не стыдно смотреть с бабушкой и с детьми.
Buvi bilan ham, bolalar bilan ham bemalol koʻriladigan film.
nm 30-60 | Голоса города | Shahar ovozlari
Ночные дежурные — пекари, врачи, машинисты — о том, как спит и просыпается город.
Tungi navbatchilar — nonvoylar, shifokorlar, mashinistlar — shahar qanday uxlab-uygʻonishi haqida.
n 60-120 | Тихий эфир | Sokin efir
Реки, сады и дороги без ведущего и без слов.
Boshlovchisiz va soʻzsiz daryolar, bogʻlar, yoʻllar.
mde 15-30 | Новости за четверть часа | Chorak soatlik xabarlar
Главное к этому часу, погода и дороги.
Shu soatgacha boʻlgan asosiy xabarlar, ob-havo va yoʻllar.
`)

const news = read(`
m 60-120 | Утро. Первая лента | Tong. Birinchi lenta
Что случилось ночью и чего ждать днём — по порядку и без крика.
Tunda nima boʻldi, kunduzi nima kutiladi — tartib bilan, shovqinsiz.
nmde 15-30 | Выпуск новостей | Xabarlar
Короткий выпуск: страна, мир, погода.
Qisqa son: mamlakat, jahon, ob-havo.
de 30-45 | Область на связи | Viloyat aloqada
Корреспонденты выходят на связь из двенадцати областей.
Muxbirlar oʻn ikki viloyatdan efirga chiqadi.
de 30-60 | Рынок и цены | Bozor va narx
Почём лук, сколько стоит квартира и отчего дорожает бензин.
Piyoz necha pul, uy narxi qancha va benzin nega qimmatlashyapti.
e 45-60 | Итоги дня | Kun yakuni
Большой вечерний выпуск с гостем в студии.
Studiyaga mehmon taklif etilgan katta oqshom dasturi.
en 30-60 | Карта мира | Jahon xaritasi
Обозреватель показывает, где это и почему это важно нам.
Sharhlovchi voqea qayerda boʻlgani va biz uchun nega muhimligini koʻrsatadi.
nd 30-60 | Расследование | Surishtiruv
Полгода работы журналистов в получасовом фильме.
Jurnalistlarning yarim yillik mehnati yarim soatlik filmda.
nm 20-40 | Репортаж без комментариев | Izohsiz reportaj
Только звук и изображение с места событий.
Voqea joyidan faqat tovush va tasvir.
`)

const sport = read(`
m 15-40 | Зарядка с чемпионом | Chempion bilan badantarbiya
Десять упражнений, для которых хватит коврика и четверти часа.
Bitta gilamcha va chorak soat yetadigan oʻnta mashq.
de 100-120 | Футбол. Лига городов | Futbol. Shaharlar ligasi
Матч тура с полным разбором спорных моментов.
Tur oʻyini va bahsli vaziyatlar tahlili.
de 60-120 | Кураш. Кубок долин | Kurash. Vodiylar kubogi
Схватки в трёх весах и финал, который решил один бросок.
Uch vazndagi bellashuvlar va bir tashlov hal qilgan final.
d 60-110 | Купкари. Прямой репортаж | Koʻpkari. Jonli reportaj
Двести всадников, один приз и очень много пыли.
Ikki yuz chavandoz, bitta sovrin va juda koʻp chang.
mde 20-45 | Дневник спорта | Sport kundaligi
Счета, голы, таблицы и одна хорошая история.
Hisoblar, gollar, jadvallar va bitta yaxshi voqea.
nd 60-120 | Матчи, которые помнят | Unutilmas oʻyinlar
Старые плёнки, новые комментарии тех, кто был на поле.
Eski tasmalar va maydonda boʻlganlarning yangi sharhlari.
de 45-90 | Шахматы. Быстрая партия | Shaxmat. Tezkor oʻyin
Разбираем партии так, чтобы понял и новичок.
Oʻyinlarni yangi boshlovchi ham tushunadigan qilib tahlil qilamiz.
ne 30-60 | Тренерская | Murabbiylar xonasi
Наставники спорят у доски, а зритель слышит то, что обычно остаётся за дверью.
Murabbiylar doska oldida bahslashadi, tomoshabin odatda eshik ortida qoladigan gaplarni eshitadi.
n 60-120 | Ночной забег | Tungi yugurish
Горные марафоны и велогонки до самого утра.
Tonggacha togʻ marafonlari va velopoygalar.
`)

const kids = read(`
m 15-30 | Просыпайка | Uygʻonvoy
Умываемся, делаем зарядку и ищем второй носок.
Yuvinamiz, badantarbiya qilamiz va paypoqning juftini qidiramiz.
md 20-40 | Буквы в гостях | Harflar mehmonda
Каждый день приходит новая буква и приносит три слова.
Har kuni yangi harf kelib, uchta soʻz olib keladi.
mde 20-45 | Цветной двор | Rangli hovli
Мультфильмы о друзьях, которые живут под одним виноградником.
Bitta tok ostida yashaydigan doʻstlar haqida multfilmlar.
d 20-40 | Почемучкина лаборатория | Nimagajonlar laboratoriyasi
Почему мыло скользкое и куда уходит радуга — опыты, которые можно повторить дома.
Sovun nega sirpanchiq, kamalak qayoqqa ketadi — uyda takrorlasa boʻladigan tajribalar.
d 30-60 | Кукольный театр | Qoʻgʻirchoq teatri
Сказки народов, рассказанные руками мастеров.
Ustalar qoʻli bilan aytilgan xalq ertaklari.
de 60-100 | Большой мультсеанс | Katta multseans
Полнометражная история с перерывом на яблоко.
Olma yeyish tanaffusi bilan toʻliq metrajli hikoya.
de 25-45 | Команда «Чемпион» | «Chempion» jamoasi
Две школы соревнуются в скорости, смекалке и дружбе.
Ikki maktab tezlik, topqirlik va doʻstlikda bellashadi.
e 15-30 | Спокойной ночи, звёздочка | Xayrli tun, yulduzcha
Одна сказка, одна песня и выключаем свет.
Bitta ertak, bitta qoʻshiq — va chiroqni oʻchiramiz.
n 60-120 | Сонное облако | Uyquchi bulut
Колыбельные и медленные картинки для тех, кому не спится.
Uyqusi kelmaganlar uchun allalar va sekin suratlar.
`)

const music = read(`
m 30-90 | Утренняя волна | Tonggi toʻlqin
Светлые песни, под которые легко вставать.
Yengil uygʻotadigan yorqin qoʻshiqlar.
mde 30-60 | Двадцатка недели | Hafta yigirmataligi
Двадцать песен, которые выбрали зрители.
Tomoshabinlar tanlagan yigirmata qoʻshiq.
de 60-120 | Концерт по заявкам | Tilaklar konserti
Поздравляем бабушек, одноклассников и весь пятый подъезд.
Buvilarni, sinfdoshlarni va butun beshinchi yoʻlakni tabriklaymiz.
en 60-120 | Живой звук | Jonli ovoz
Целый концерт без фонограммы, от настройки до поклона.
Sozlashdan taʼzimgacha fonogrammasiz yaxlit konsert.
de 30-60 | Мастер и ученик | Ustoz va shogird
Урок дутара, который слышит вся страна.
Butun mamlakat eshitadigan dutor darsi.
ne 40-90 | Маком. Ночная тетрадь | Maqom. Tungi daftar
Старинные напевы в исполнении молодых.
Yoshlar ijrosidagi qadimiy kuylar.
d 30-60 | Свадебный сезон | Toʻylar mavsumi
Самые весёлые свадебные песни от Хорезма до Ферганы.
Xorazmdan Fargʻonagacha eng quvnoq toʻy qoʻshiqlari.
n 60-120 | Без слов | Soʻzsiz
Инструментальная музыка до рассвета.
Tonggacha cholgʻu musiqasi.
`)

const knowledge = read(`
mde 30-60 | Как это работает у нас | Bizda bu qanday ishlaydi
От хлопковой нити до моста: инженеры показывают своё дело.
Paxta ipidan koʻprikkacha: muhandislar oʻz ishini koʻrsatadi.
mde 40-60 | Тропами Тянь-Шаня | Tyanshan soʻqmoqlarida
Две недели с учёными, которые считают снежных барсов.
Qor qoplonlarini sanayotgan olimlar bilan ikki hafta.
de 40-90 | Звёзды обсерватории | Rasadxona yulduzlari
Как пятьсот лет назад измерили год и ошиблись на минуту.
Besh yuz yil oldin yil qanday oʻlchangan va bir daqiqaga adashilgan.
md 30-60 | Сад без секретов | Sirsiz bogʻ
Когда подрезать виноград и чем накормить гранат.
Tokni qachon kesish va anorni nima bilan oziqlantirish kerak.
de 30-55 | Плов и другие точные науки | Osh va boshqa aniq fanlar
Физика казана, химия зиры и математика порций.
Qozon fizikasi, zira kimyosi va porsiyalar matematikasi.
nd 40-90 | Под водой | Suv ostida
Рифы, китовые песни и люди, которые задерживают дыхание.
Riflar, kit qoʻshiqlari va nafasini ushlab turadigan odamlar.
nde 40-60 | Забытые имена | Unutilgan nomlar
Портреты учёных, поэтов и мастеров по письмам и чертежам.
Maktub va chizmalar asosida olim, shoir va ustalar portreti.
ne 60-120 | Большая экспедиция | Katta ekspeditsiya
Документальный фильм о дороге, на которой меняются все.
Hammani oʻzgartiradigan yoʻl haqida hujjatli film.
m 15-30 | Слово дня | Kun soʻzi
Откуда пришло слово, которое мы произносим каждый день.
Har kuni aytadigan soʻzimiz qayerdan kelgan.
`)

const region = read(`
m 40-90 | Утренний чай | Tonggi choy
Соседи заходят в студию как к себе домой.
Qoʻshnilar studiyaga oʻz uyidek kirib keladi.
mde 15-30 | Вести области | Viloyat xabarlari
Что построили, что починили и где завтра не будет воды.
Nima qurildi, nima tuzatildi va ertaga qayerda suv boʻlmaydi.
de 30-60 | Мастера нашего края | Oʻlkamiz ustalari
Гончары, ткачи и резчики за работой.
Ish ustidagi kulollar, toʻquvchilar va oʻymakorlar.
de 30-60 | Базарный день | Bozor kuni
Камера идёт по рядам и слушает, о чём торгуются.
Kamera rastalar boʻylab yurib, savdolashuvlarni tinglaydi.
e 60-110 | Вечер на площади | Maydondagi oqshom
Песни, танцы и гости из соседних районов.
Qoʻshiqlar, raqslar va qoʻshni tumanlardan mehmonlar.
nd 60-120 | Фильм нашего города | Shahrimiz filmi
Ленты, снятые на соседних улицах.
Qoʻshni koʻchalarda suratga olingan filmlar.
ne 30-60 | Улицы и имена | Koʻchalar va nomlar
В честь кого назвали и кто жил в доме на углу.
Kimning sharafiga atalgan va muyulishdagi uyda kim yashagan.
n 60-120 | Ночная дорога | Tungi yoʻl
Камера на ветровом стекле и радио вполголоса.
Old oynadagi kamera va past ovozdagi radio.
`)

/** Fillers between two programmes when no programme of the channel is short enough. */
export const fillers: readonly Show[] = read(`
nmde 15-60 | Кадр и слово | Kadr va soʻz
Режиссёры рассказывают об одном кадре, который не вошёл в фильм.
Rejissyorlar filmga kirmay qolgan bitta kadr haqida soʻzlaydi.
nmde 15-60 | Афиша недели | Hafta afishasi
Что смотреть в ближайшие дни и почему.
Yaqin kunlarda nimani va nega koʻrish kerak.
nmde 15-60 | Короткий метр | Qisqa metr
Маленькие фильмы больших надежд.
Katta umidli kichik filmlar.
nmde 15-60 | Пять минут тишины | Besh daqiqa sukunat
Сады, реки и перевалы без единого слова.
Bogʻlar, daryolar va dovonlar — birorta soʻzsiz.
`)

export const shows: Readonly<Record<Exclude<Character, 'cinema' | 'series'>, readonly Show[]>> = {
  general,
  news,
  sport,
  kids,
  music,
  knowledge,
  region,
}
