//! Tokens as other programs sign them and as they must not be, against what the standards ask.

use ring::{
    rand::SystemRandom,
    signature::{Ed25519KeyPair, KeyPair},
};
use serde_json::json;

use super::*;

const EXPECTED: Expected<'_> =
    Expected { issuer: "https://id.example", client: "us", nonce: "n", access_token: "an access token", now: 1500.0 };

/// A provider with one key of Ed25519.
struct Signer(Ed25519KeyPair);

impl Signer {
    fn new() -> Signer {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        Signer(Ed25519KeyPair::from_pkcs8(document.as_ref()).expect("a key"))
    }

    /// Its key, with other fields than a key has to have.
    fn key(&self, more: Value) -> Value {
        let x = URL_SAFE_NO_PAD.encode(self.0.public_key());
        merged(json!({ "kty": "OKP", "crv": "Ed25519", "kid": "a", "x": x }), more)
    }

    fn keys(&self) -> Keys {
        keys(&[self.key(json!({}))])
    }

    fn token(&self, header: Value, claims: Value) -> String {
        let header = merged(json!({ "alg": "EdDSA", "kid": "a" }), header);
        let claims = merged(
            json!({ "iss": "https://id.example", "sub": "7", "aud": "us", "exp": 2000, "iat": 1000, "nonce": "n" }),
            claims,
        );
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signature = URL_SAFE_NO_PAD.encode(self.0.sign(format!("{header}.{claims}").as_bytes()));
        format!("{header}.{claims}.{signature}")
    }
}

/// `one` with the fields of `more`; what is null there is taken away.
fn merged(mut one: Value, more: Value) -> Value {
    let fields = one.as_object_mut().expect("an object");
    let Value::Object(more) = more else { panic!("an object") };
    fields.extend(more);
    fields.retain(|_, value| !value.is_null());
    one
}

fn keys(keys: &[Value]) -> Keys {
    Keys::read(json!({ "keys": keys }).to_string().as_bytes()).expect("keys")
}

/// The keys and tokens were made by another program's library.
#[test]
fn all_nine_ways_of_signing_are_known() {
    let file: Value = serde_json::from_str(include_str!("signed_by_node.json")).expect("JSON");
    let keys = keys(file["keys"].as_array().expect("keys"));
    let tokens = file["tokens"].as_array().expect("tokens");
    assert_eq!(tokens.len(), 9);
    for token in tokens {
        let token = token.as_str().expect("a token");
        assert_eq!(keys.claims(token, EXPECTED).expect("believed").sub, "7");
        // Of another access token (the hash is of one), and with another letter in the signature.
        keys.claims(token, Expected { access_token: "another", ..EXPECTED }).expect_err("another access token");
        let at = token.rfind('.').expect("a signature") + 1;
        let letter = if token[at..].starts_with('A') { "B" } else { "A" };
        let changed = format!("{}{letter}{}", &token[..at], &token[at + 1..]);
        assert_eq!(keys.claims(&changed, EXPECTED).expect_err("changed"), "its signature is wrong");
    }
}

/// RFC 7515, A.3 and RFC 8037, A.4.
#[test]
fn examples_of_the_standards_are_signed() {
    let keys = keys(&[
        json!({ "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" }),
        json!({ "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }),
    ]);
    for (token, payload) in [
        (
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
            "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}",
        ),
        (
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
            "Example of Ed25519 signing",
        ),
    ] {
        assert_eq!(keys.signed(token).expect("signed").0, payload.as_bytes());
    }
}

#[test]
fn what_is_for_us_and_for_now_is_believed() {
    let signer = Signer::new();
    for claims in [
        json!({}),
        json!({ "aud": ["us"] }),
        json!({ "azp": "us" }),
        json!({ "exp": 1500.5, "iat": 1800, "nbf": 1800 }),
        json!({ "sub": "a".repeat(255) }),
        json!({ "email": "a@b.example", "roles": ["x"] }),
    ] {
        let token = signer.token(json!({}), claims.clone());
        signer.keys().claims(&token, EXPECTED).unwrap_or_else(|error| panic!("{claims}: {error}"));
    }
    let token = signer.token(json!({}), json!({ "preferred_username": "eve", "name": "Eve" }));
    let claims = signer.keys().claims(&token, EXPECTED).expect("believed");
    assert_eq!((claims.preferred_username.as_deref(), claims.name.as_deref()), (Some("eve"), Some("Eve")));
}

#[test]
fn what_is_not_for_us_or_not_for_now_is_refused() {
    let signer = Signer::new();
    for (claims, expected) in [
        (json!({ "iss": "https://id.example/" }), "of another issuer"),
        (json!({ "aud": "them" }), "for somebody else"),
        (json!({ "aud": ["us", "them"] }), "for somebody else"),
        (json!({ "aud": [] }), "for somebody else"),
        (json!({ "azp": "them" }), "for somebody else"),
        (json!({ "nonce": "m" }), "of another sign-in"),
        (json!({ "exp": 1500 }), "has run out"),
        (json!({ "iat": 1500 + 301 }), "of the future"),
        (json!({ "iat": 1500 + 86400 }), "of the future"),
        (json!({ "nbf": 1500 + 301 }), "of the future"),
        (json!({ "sub": "" }), "empty or too long"),
        (json!({ "sub": "a".repeat(256) }), "empty or too long"),
        (json!({ "at_hash": "AAAAAAAAAAAAAAAAAAAAAA" }), "not the one that was signed for"),
        (json!({ "iss": null }), "missing field `iss`"),
        (json!({ "sub": null }), "missing field `sub`"),
        (json!({ "aud": null }), "missing field `aud`"),
        (json!({ "exp": null }), "missing field `exp`"),
        (json!({ "exp": "never" }), "invalid type"),
        (json!({ "iat": null }), "missing field `iat`"),
        (json!({ "nonce": null }), "missing field `nonce`"),
        (json!({ "nbf": "soon" }), "invalid type"),
    ] {
        let token = signer.token(json!({}), claims.clone());
        let error = signer.keys().claims(&token, EXPECTED).expect_err("refused");
        assert!(error.contains(expected), "{claims}: {error}");
    }
}

#[test]
fn what_the_provider_did_not_sign_is_refused() {
    let signer = Signer::new();
    let token = |header: Value| signer.token(header, json!({}));
    for (header, expected) in [
        (json!({ "alg": "none" }), "signed by \"none\""),
        (json!({ "alg": "HS256" }), "signed by \"HS256\""),
        (json!({ "alg": "RS256" }), "no key of the provider fits"),
        (json!({ "kid": "b" }), "no key of the provider fits"),
        (json!({ "crit": ["exp"] }), "(crit)"),
        (json!({ "alg": null }), "its header"),
    ] {
        let error = signer.keys().claims(&token(header.clone()), EXPECTED).expect_err("refused");
        assert!(error.contains(expected), "{header}: {error}");
    }
    for (key, expected) in [
        (signer.key(json!({ "use": "enc" })), "no key of the provider fits"),
        (signer.key(json!({ "alg": "ES256" })), "no key of the provider fits"),
        (signer.key(json!({ "crv": "X25519" })), "no key of the provider fits"),
        (signer.key(json!({ "kty": 7 })), "no key of the provider fits"),
        (signer.key(json!({ "x": "AAAA" })), "its signature is wrong"),
        (signer.key(json!({ "x": null })), "its signature is wrong"),
        (Signer::new().key(json!({})), "its signature is wrong"),
    ] {
        let error = keys(std::slice::from_ref(&key)).claims(&token(json!({})), EXPECTED).expect_err("refused");
        assert!(error.contains(expected), "{key}: {error}");
    }
    for wrong in ["", ".", "..", "a.b", "a.b.c", "e30.e30.e30", &format!("{}.x", token(json!({})))] {
        signer.keys().claims(wrong, EXPECTED).expect_err("no token");
    }
}

#[test]
fn a_token_without_a_key_is_tried_with_all_that_fit() {
    let (signer, other) = (Signer::new(), Signer::new());
    let keys = keys(&[json!({ "kty": "oct", "k": "AA" }), other.key(json!({ "kid": "b" })), signer.key(json!({}))]);
    keys.claims(&signer.token(json!({ "kid": null }), json!({})), EXPECTED).expect("believed");
}
