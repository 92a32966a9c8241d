import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "./language.js";
import { languageCode } from "./language-codes.js";

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

describe("the language of a text", () => {
  it.each(Object.keys(SENTENCES))("knows sentences and headings in %s", (code) => {
    for (const text of SENTENCES[code] ?? []) expect([text, languageOf(text)]).toEqual([text, code]);
  });

  it("never takes short English for another language", () => {
    for (const text of ENGLISH) expect([text, languageOf(text) || "en"]).toEqual([text, "en"]);
  });

  it("says English for an English sentence", () => {
    expect(languageOf("We tested six vacuum cleaners over a month, and two of them broke.")).toBe("en");
  });

  it.each(["", "  \n", "12,50 €", "<br/>", "https://example.test/le/chat/dort", "SEO", "…"])(
    "%j is too short to identify",
    (text) => {
      expect(languageOf(text)).toBe("");
    },
  );

  it("names other languages that are clear, by their ISO 639-1 code", () => {
    expect(languageOf("Dnes je krásné počasí a jdeme do parku, protože děti mají prázdniny.")).toBe("cs");
    expect(languageOf("Vejret er smukt i dag, og vi går i parken, hvor børnene leger.")).toBe("da");
    expect(languageOf("Днес времето е хубаво и отиваме в парка, защото децата са във ваканция.")).toBe("bg");
    expect(languageOf("Ο καιρός είναι καλός σήμερα.")).toBe("el");
  });

  it.each([
    [
      "sk",
      "Mestské zastupiteľstvo v utorok rozhodlo o zatvorení starého mosta pre opravy, ktoré potrvajú asi osem mesiacov. Vodiči budú musieť používať cestu pozdĺž rieky.",
    ],
    [
      "hr",
      "Gradsko vijeće odlučilo je u utorak zatvoriti stari most zbog popravaka koji će trajati oko osam mjeseci. Vozači će morati koristiti cestu uz rijeku.",
    ],
    [
      "ca",
      "El consell municipal va decidir dimarts tancar el pont vell per fer-hi reparacions que duraran uns vuit mesos.",
    ],
    [
      "af",
      "Die stadsraad het Dinsdag besluit om die ou brug te sluit vir herstelwerk wat ongeveer agt maande sal duur.",
    ],
    ["lt", "Miesto taryba antradienį nusprendė uždaryti senąjį tiltą remontui, kuris truks apie aštuonis mėnesius."],
    [
      "kk",
      "Қалалық кеңес сейсенбі күні ескі көпірді жөндеу үшін жабуға шешім қабылдады, жұмыс сегіз айға жуық уақыт алады.",
    ],
    [
      "mr",
      "नगर परिषदेने मंगळवारी जुना पूल दुरुस्तीसाठी बंद करण्याचा निर्णय घेतला आहे, ज्याला सुमारे आठ महिने लागतील. वाहनचालकांना नदीकाठच्या रस्त्याचा वापर करावा लागेल.",
    ],
  ])("knows languages without a list of words by their trigrams: %s", (code, text) => {
    expect(languageOf(text)).toBe(code);
  });

  it.each([
    [
      "pt",
      "A câmara municipal votou na terça-feira o encerramento da ponte velha para obras que vão durar cerca de oito meses. Os condutores terão de usar a estrada junto ao rio.",
    ],
    [
      "ga",
      "Chinn comhairle na cathrach Dé Máirt an seandroichead a dhúnadh le haghaidh deisiúchán a mhairfidh ocht mí.",
    ],
    ["en", "Jürgen Klopp said that Mohamed Salah would not play against Real Madrid on Wednesday."],
    ["en", "Home About Contact Blog Services Privacy Policy Terms of Service Login Register Cart Checkout"],
  ])("the words decide where trigrams point elsewhere: %s", (code, text) => {
    expect(languageOf(text)).toBe(code);
  });

  it("names and filler text are of no language", () => {
    expect(
      languageOf("Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut."),
    ).toBe("");
  });

  it("looks at the words and not at markup or addresses", () => {
    const text = '<p class="the best of"><a href="https://the.test/and/of/the">Der Hund schläft im Garten.</a></p>';
    expect(languageOf(text)).toBe("de");
  });

  it("a foreign product name does not decide over the script around it", () => {
    expect(languageOf("iPhone 15 手机保护壳")).toBe("zh");
    expect(languageOf("The sign said 東京 and we took the train there.")).toBe("en");
  });

  it("reads only the beginning of a long text", () => {
    expect(languageOf("Der Hund schläft im Garten und die Katze auch. ".repeat(20_000))).toBe("de");
    expect(languageOf("<".repeat(100_000))).toBe("");
  });

  it("any text gives a code of two letters or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        expect(languageOf(text) || "en").toMatch(/^[a-z]{2}$/);
      }),
    );
  });
});

describe("the language of a page, and a code that it gives", () => {
  it.each([
    ["en", "The bees hum in the garden while the keeper looks for the queen between the frames of the hive."],
    ["de", "Die Bienen summen im Garten, während der Imker zwischen den Rahmen des Stocks nach der Königin sucht."],
    [
      "fr",
      "Les abeilles bourdonnent dans le jardin pendant que l'apiculteur cherche la reine entre les cadres de la ruche.",
    ],
    ["ru", "Пчёлы жужжат в саду, пока пчеловод ищет матку между рамками улья, и никто ему не мешает."],
    ["zh", "蜜蜂在花园里嗡嗡作响，养蜂人正在蜂箱的框架之间寻找蜂王，没有人打扰他。"],
    ["", "Bees hum."],
    ["", "12345 https://a.example/the/bees/hum/in/the/garden/while/the/keeper/looks/for/the/queen"],
  ])("is %j by its text", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ["en-US", "en"],
    ["de_AT", "de"],
    ["deu", "de"],
    ["iw", "he"],
    ["zh-Hant-TW", "zh"],
    ["english", ""],
    ["x-default", ""],
    ["", ""],
  ])("is read from %j", (given, language) => {
    expect(languageCode(given)).toBe(language);
  });
});
