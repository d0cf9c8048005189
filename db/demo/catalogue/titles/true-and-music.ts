// Documentary films and concerts; the blocks have the format of uzbek.ts.
export const documentaries = `
Вода помнит | Suv eslaydi | | 2022 | UZ | documentary | sea/abyss | 74 | 6 | exclusive
Гидрологи проходят Амударью от ледника до последней капли. На каждом километре их ждёт человек, который помнит реку другой.
Gidrologlar Amudaryoni muzlikdan soʻnggi tomchigacha bosib oʻtadi. Har bir kilometrda ularni daryoni boshqacha eslaydigan odam kutadi.

Двести оттенков синего | Koʻkning ikki yuz tusi | | 2019 | UZ | documentary history | girih/firuza | 68 | 0 |
Керамист, химик и реставратор ищут состав глазури, секрет которой не записали. Печь открывают сорок семь раз.
Kulol, kimyogar va taʼmirchi siri yozib qoldirilmagan sirning tarkibini izlaydi. Xumdon qirq yetti marta ochiladi.

Зимовка на Устюрте | Ustyurtda qishlov | | 2021 | UZ KZ | documentary adventure | steppe/dusk | 81 | 6 |
Два орнитолога и водитель остаются на плато с ноября по март. Птиц мало, разговоров много, тишины больше всего.
Ikki qushshunos va haydovchi noyabrdan martgacha platoda qoladi. Qush kam, suhbat koʻp, sukunat esa hammasidan koʻp.

Дыня едет в столицу | Qovun poytaxtga boradi | | 2017 | UZ | documentary family | thing/candy/bicycle | 59 | 0 | free
Путь одной дыни от бахчи до праздничного стола, рассказанный всеми, кто её нёс. Выясняется, что самый трудный участок — последний этаж.
Bitta qovunning polizdan bayram dasturxonigacha yoʻlini uni koʻtarganlarning hammasi hikoya qiladi. Eng qiyin joyi oxirgi qavat ekan.

Люди ночного поезда | Tungi poyezd odamlari | | 2024 | UZ RU | documentary | train/ice | 77 | 12 |
Камера едет тридцать шесть часов в плацкарте и ни о чём не спрашивает. Люди рассказывают сами.
Kamera plaskartda oʻttiz olti soat yuradi va hech narsa soʻramaydi. Odamlar oʻzlari gapiradi.

Лёд уходит пешком | Muz piyoda ketmoqda | Le glacier s’en va à pied | 2020 | FR KG | documentary | mountains/firuza | 84 | 6 |
Гляциолог возвращается к камню, который её дед поставил у края ледника. До края теперь день пути.
Muzlikshunos ayol bobosi muzlik chetiga qoʻygan tosh oldiga qaytadi. Endi chekkagacha bir kunlik yoʻl.

Оркестр на колёсах | Gʻildirakdagi orkestr | | 2018 | UZ | documentary music | road/copper | 66 | 0 |
Филармонический автобус за лето объезжает девяносто кишлаков. В последнем играть выходят сами слушатели.
Filarmoniya avtobusi yoz davomida toʻqson qishloqni aylanadi. Oxirgisida tinglovchilarning oʻzi sahnaga chiqadi.

Карта шёпота | Shivir xaritasi | Die Karte des Flüsterns | 2023 | DE UZ | documentary | maze/cream | 72 | 6 |
Акустики измеряют, где в старых медресе слышен шёпот с другого конца двора. Зодчие, оказывается, подписывались звуком.
Akustiklar qadimiy madrasalarda hovlining narigi chetidan kelgan shivir qayerda eshitilishini oʻlchaydi. Meʼmorlar tovush bilan imzo chekkan ekan.
`

export const concerts = `
Дутар и тысяча свечей | Dutor va ming sham | | 2023 | UZ | music | stage/ember | 92 | 0 | exclusive
Ночной концерт во дворе медресе без микрофонов и прожекторов. Свечи гаснут вместе с последней нотой.
Madrasa hovlisidagi mikrofon va projektorlarsiz tungi konsert. Shamlar soʻnggi nota bilan birga oʻchadi.

Навруз в большом зале | Katta zalda Navroʻz | | 2026 | UZ | music family | stage/firuza | 118 | 0 | premier
Праздничный вечер с оркестром, танцорами и казаном сумаляка за сценой. Ведущие помешивают его в перерывах.
Orkestr, raqqosalar va sahna ortidagi sumalak qozoni bilan bayram oqshomi. Boshlovchilar tanaffuslarda uni kovlab turadi.

Голос долины. Живой концерт | Vodiy ovozi. Jonli konsert | | 2021 | UZ | music | portrait/firuza | 84 | 0 |
Певица возвращается на площадь, где пела школьницей. Первую песню за неё поют зрители.
Qoʻshiqchi maktab oʻquvchisi paytida kuylagan maydonga qaytadi. Birinchi qoʻshiqni uning oʻrniga tomoshabinlar aytadi.

Смех на вынос | Olib ketishga kulgi | | 2024 | UZ | comedy music | stage/neon | 76 | 16 |
Два часа шуток о пробках, свекровях и группах в мессенджере. Никто не обижен, кроме навигатора.
Tirbandlik, qaynona va chat guruhlari haqida ikki soatlik hazil. Navigatordan boshqa hech kim xafa emas.

Маком для молодых | Yoshlarga maqom | | 2019 | UZ | music | girih/lapis | 95 | 0 |
Студенты консерватории исполняют старинный цикл рядом с мастерами. К середине вечера уже неясно, кто кого учит.
Konservatoriya talabalari qadimiy turkumni ustozlar yonida ijro etadi. Oqshom oʻrtasida kim kimga oʻrgatayotgani bilinmay qoladi.

Рок над Чарваком | Chorvoq ustida rok | | 2022 | UZ | music | stage/lapis | 103 | 12 |
Три группы играют на плоту посреди водохранилища, публика сидит в лодках. Бисы объявляют вёслами.
Uch guruh suv ombori oʻrtasidagi solda chaladi, tomoshabinlar qayiqlarda. Yana bir bor deb eshkak urib soʻrashadi.

Лазги до рассвета | Tonggacha lazgi | | 2018 | UZ | music | girih/pomegranate | 88 | 0 | free
Девять видов одного танца за одну ночь. На десятый встаёт весь зал.
Bir raqsning toʻqqiz turi bir kechada. Oʻninchisiga butun zal oʻrnidan turadi.

Оркестр играет кино | Orkestr kino chaladi | | 2025 | UZ RU | music family | stage/plum | 110 | 6 | premier
Мелодии любимых фильмов под кадры, нарисованные прямо на сцене. Художник и дирижёр следят друг за другом.
Sevimli filmlar kuylari sahnada chizilayotgan kadrlar ostida. Rassom bilan dirijyor bir-birini kuzatadi.
`
