/** What stands before the @ of addresses that belong to a role and not to a person, in English, German, French and Spanish. */
const ROLES: ReadonlySet<string> = new Set(
  [
    "info infos information contact contactus contact-us mail email e-mail post hello hi hallo office admin administration enquiries enquiry",
    "inquiries inquiry sales support service services help team welcome reception frontdesk desk booking bookings reservation reservations",
    "reserve orders order shop store marketing press media pr jobs career careers hr billing accounts accounting customerservice customercare",
    "appointments appointment clinic practice studio restaurant hotel cafe bar kitchen events event catering management manager general",
    "kontakt anfrage anfragen buero büro praxis empfang rezeption zentrale verwaltung service kundenservice bestellung buchung reservierung",
    "werkstatt laden termine termin kanzlei verkauf vertrieb bewerbung presse",
    "bonjour accueil secretariat secrétariat commande commandes direction boutique magasin cabinet devis rdv",
    "contacto informacion información hola ventas pedidos reservas recepcion recepción atencion administracion tienda citas oficina",
  ]
    .join(" ")
    .split(" "),
);

/** Whether an address is of a role: `info@`, `info.denver@`, `sales2@`. */
export function isOfRole(address: string): boolean {
  const [name = ""] = address.toLowerCase().split("@");
  const [first = ""] = name.split(/[._+-]/);
  return [name, first].some((part) => ROLES.has(part.replace(/\d+$/, "")));
}
