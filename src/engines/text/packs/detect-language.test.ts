import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectLanguage } from "./detect-language.js";

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  ar: ["الطقس جميل اليوم في المدينة", "كيف تختار هاتفا جديدا"],
  az: [
    "Bu gün hava çox gözəldir və biz parka gedirik.",
    "Yeni telefon almaq üçün ən yaxşı yol",
    "Bakıda ən yaxşı restoranlar",
  ],
  zh: ["今天天气很好，我们去公园散步。", "如何选择新手机", "iPhone 手机壳 防摔"],
  nl: [
    "Het weer is vandaag mooi en we gaan naar het park.",
    "Hoe kies je een nieuwe telefoon?",
    "Goedkope fietsen voor kinderen",
    "Ik heb gisteren een boek gelezen dat mij erg verraste.",
  ],
  fi: [
    "Tänään on kaunis sää ja menemme puistoon.",
    "Miten valita uusi puhelin?",
    "Leipä on tuoretta, mutta juusto on vanhaa.",
  ],
  fr: [
    "Il fait beau aujourd'hui et nous allons au parc.",
    "Comment choisir un nouveau téléphone",
    "Les meilleurs restaurants de Lyon",
    "Chaussures de course pour femme",
    "Le chat dort.",
    "Recette facile du gâteau au chocolat",
  ],
  de: [
    "Das Wetter ist heute schön und wir gehen in den Park.",
    "Wie man ein neues Telefon auswählt",
    "Die besten Restaurants in Köln",
    "Günstige Fahrräder für Kinder",
    "Der Hund schläft.",
    "Frisches Brot aus dem Holzofen",
  ],
  hi: ["आज मौसम अच्छा है और हम पार्क जा रहे हैं।", "नया फोन कैसे चुनें"],
  hu: [
    "Ma szép az idő, és a parkba megyünk.",
    "Hogyan válasszunk új telefont?",
    "A legjobb éttermek Szegeden",
    "A kenyér friss, de a sajt már régi.",
  ],
  id: [
    "Cuaca hari ini cerah dan kami pergi ke taman.",
    "Cara memilih telepon baru untuk anak",
    "Restoran terbaik di Bandung",
    "Roti ini enak, tetapi kejunya sudah basi.",
  ],
  ga: [
    "Tá an aimsir go breá inniu agus táimid ag dul go dtí an pháirc.",
    "Conas fón nua a roghnú",
    "Na bialanna is fearr i nGaillimh",
    "Bhí an cat ina chodladh ar an gcathaoir.",
  ],
  it: [
    "Oggi il tempo è bello e andiamo al parco.",
    "Come scegliere un nuovo telefono",
    "I migliori ristoranti di Torino",
    "Scarpe da corsa per donna",
    "Il gatto dorme sulla sedia.",
    "L'acqua della fontana è fresca.",
  ],
  ja: ["今日は天気がいいので、公園に行きます。", "新しい電話の選び方"],
  ko: ["오늘은 날씨가 좋아서 공원에 갑니다.", "새 휴대폰 고르는 법"],
  pl: [
    "Dzisiaj jest ładna pogoda i idziemy do parku.",
    "Jak wybrać nowy telefon",
    "Najlepsze restauracje w Krakowie",
    "Chleb jest świeży, ale ser już stary.",
  ],
  pt: [
    "O tempo está bom hoje e vamos ao parque.",
    "Como escolher um novo telefone",
    "Os melhores restaurantes de Braga",
    "Sapatos de corrida para mulher",
    "O gato dorme na cadeira.",
    "A pão é fresco, mas o queijo não.",
  ],
  ru: ["Сегодня хорошая погода, и мы идём в парк.", "Как выбрать новый телефон", "Лучшие рестораны Казани"],
  es: [
    "Hoy hace buen tiempo y vamos al parque.",
    "Cómo elegir un teléfono nuevo",
    "Los mejores restaurantes de Bilbao",
    "Zapatos de correr para mujer",
    "El gato duerme en la silla.",
    "Receta fácil del pastel de chocolate",
  ],
  sv: [
    "Det är fint väder idag och vi går till parken.",
    "Hur man väljer en ny telefon",
    "De bästa restaurangerna i Malmö",
    "Brödet är färskt men osten är gammal.",
  ],
  tr: [
    "Bugün hava çok güzel ve parka gidiyoruz.",
    "Yeni bir telefon nasıl seçilir",
    "Ankara'nın en iyi restoranları",
    "Ekmek taze ama peynir eski.",
  ],
  uk: ["Сьогодні гарна погода, і ми йдемо до парку.", "Як вибрати новий телефон", "Найкращі ресторани Львова"],
  vi: ["Hôm nay thời tiết đẹp và chúng tôi đi công viên.", "Cách chọn điện thoại mới", "Nhà hàng ngon nhất Đà Nẵng"],
};

/** Headings, products, names from abroad: where a list of foreign words finds something. */
const ENGLISH: readonly string[] = [
  "How to Bake Bread",
  "Top 10 Tips",
  "Red running shoes",
  "Garden furniture sale",
  "Contact us",
  "La Croix sparkling water",
  "Crème brûlée recipe",
  "Is it safe?",
  "Wireless mouse, black",
  "A café in Paris",
  "Al dente pasta di mare",
  "Best hotels Rio de Janeiro",
  "Men",
  "Home",
  "Free shipping on all orders",
  "El Niño winter weather forecast",
  "Des Moines real estate agents",
  "Die cast model cars",
  "Pro tips",
  "On sale now",
  "Data protection",
  "Kitchen knives",
  "Smart watch 42 mm silver aluminium case",
  "Las Vegas hotel deals",
  "San Francisco",
  "Los Angeles dentist",
  "Man in the mirror",
  "Do it",
  "Der Spiegel reports record sales",
  "Stainless steel bottle, 500 ml, leak proof",
  "Cheap flights Paris London",
  "Gluten free pasta",
  "Bluetooth speaker waterproof portable battery",
  "Piano lessons for adults",
  "Doberman puppies",
  "Nissan Leaf charging cable type 2",
  "We tested six vacuum cleaners over a month, and two of them broke.",
  "Voilà! Dinner is ready.",
  "Déjà vu",
  "Open plan office design",
  "Modern sofa set grey fabric",
  "pasta alla norma",
  "Chile con carne slow cooker",
  "Pinot noir wine glasses",
  "An old oak table",
  "War and peace",
  "Rum cake",
  "Cotton yoga pants",
  "As good as new",
  "Mini me",
  "Do you see me",
  "A",
  "I am",
  "Ford Fiesta zetec manual petrol hatchback",
  "SEO",
  "Digital camera lens zoom tripod bundle kit accessories memory card battery charger bag",
  "Organic coconut oil",
  "no pain no gain",
  "Leather handbag brown vintage crossbody shoulder purse women ladies large capacity tote",
  "Se7en",
  "Via Appia hiking trail",
  "Casa Bonita Denver reopens",
  "Kindergarten teachers strike",
  "Angst and Schadenfreude",
  "Hans on guitar",
  "Die hard fans",
  "Bad habits",
  "Men wore hats",
  "Gift ideas",
  "Is de facto standard",
  "Let it be",
  "Sushi bar",
  "Plan B",
  "Art in Den Haag",
  "Mit press books",
  "Alt text for images",
  "Sake bar om nom",
  "Also sprach Zarathustra album review",
  "Bundesliga results: Bayern Munich beat Borussia Dortmund",
  "Bad Homburg spa guide",
  "El Paso weather",
  "La La Land",
  "Chef de partie job London",
  "Do not disturb",
  "Mango",
  "Carpe diem tattoo",
  "Santa Fe art galleries",
  "Die Hard 4",
  "Dal recipe",
  "Tom Yum soup",
  "Under the sea",
  "Lego Star Wars set",
  "Petite dress",
  "Grande latte calories",
  "Gran Turismo 7",
  "Casa",
  "Solo travel",
  "Mercedes Benz A class",
  "Hotel Le Meridien",
  "Les Paul guitar",
  "Tour de France bikes",
  "Air max",
  "Air Jordan",
  "Madras curry",
  "Cat food",
  "Cat ate it",
  "Grand Canyon tour",
  "En suite bathroom",
  "Uno card game",
  "Nova Scotia",
  "Nu metal bands",
  "Pad see ew",
  "Ten men",
  "Van for sale",
  "Van rental Amsterdam",
  "Water",
  "Over and out",
  "Land Rover",
  "Kind regards",
  "Nap time",
  "Was it bad?",
  "Fast car",
  "Hen party",
  "On",
  "Me too",
  "Ho ho ho",
  "Bar stool",
  "Par for the course",
  "Sun cream factor 50",
  "Coq au vin with mashed potatoes",
  "Paella pan 40 cm",
  "Spaghetti alla carbonara",
  "Pizza al forno delivery",
  "La vie en rose lyrics",
  "Café au lait",
  "Feliz Navidad",
  "Los pollos hermanos t-shirt",
  "De Niro films",
  "Toy dog",
  "Time to go home now",
  "Robot vacuum, white",
  "Men's waterproof jacket",
  "Vitamin D 1000 IU tablets",
  "Mode for men",
  "Les Mis tickets",
];

describe("detectLanguage", () => {
  it.each(Object.keys(SENTENCES))("knows sentences and headings in %s", async (code) => {
    for (const text of SENTENCES[code] ?? []) expect([text, await detectLanguage(text)]).toEqual([text, code]);
  });

  it("never takes short English for another language", async () => {
    for (const text of ENGLISH) expect([text, (await detectLanguage(text)) ?? "en"]).toEqual([text, "en"]);
  });

  it("says English for an English sentence", async () => {
    expect(await detectLanguage("We tested six vacuum cleaners over a month, and two of them broke.")).toBe("en");
  });

  it.each(["", "  \n", "12,50 €", "<br/>", "https://example.test/le/chat/dort", "SEO", "…"])(
    "%j is too short to tell",
    async (text) => {
      expect(await detectLanguage(text)).toBeUndefined();
    },
  );

  it("names other languages that are clear, by their ISO 639-1 code", async () => {
    expect(await detectLanguage("Dnes je krásné počasí a jdeme do parku, protože děti mají prázdniny.")).toBe("cs");
    expect(await detectLanguage("Vejret er smukt i dag, og vi går i parken, hvor børnene leger.")).toBe("da");
    expect(await detectLanguage("Днес времето е хубаво и отиваме в парка, защото децата са във ваканция.")).toBe("bg");
    expect(await detectLanguage("Ο καιρός είναι καλός σήμερα.")).toBe("el");
  });

  it("looks at the words and not at markup or addresses", async () => {
    const text = '<p class="the best of"><a href="https://the.test/and/of/the">Der Hund schläft im Garten.</a></p>';
    expect(await detectLanguage(text)).toBe("de");
  });

  it("a foreign product name does not decide over the script around it", async () => {
    expect(await detectLanguage("iPhone 15 手机保护壳")).toBe("zh");
    expect(await detectLanguage("The sign said 東京 and we took the train there.")).toBe("en");
  });

  it("reads only the beginning of a long text", async () => {
    expect(await detectLanguage("Der Hund schläft im Garten und die Katze auch. ".repeat(20_000))).toBe("de");
    expect(await detectLanguage("<".repeat(100_000))).toBeUndefined();
  });

  it("any text gives a code of two letters or nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), async (text) => {
        expect((await detectLanguage(text)) ?? "en").toMatch(/^[a-z]{2}$/);
      }),
    );
  });
});
